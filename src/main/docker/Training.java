import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs the packaged program through what it does all day, so that the JVM keeps what it learnt in a file that later starts
 * begin from: an AOT cache ({@code app.aot}) on Java 25 and later, an archive of classes ({@code app.jsa}) before.
 *
 * <p>Usage: {@code java Training.java <folder of quarkus-run.jar> [options of the JVM]}. Later starts must have the same JVM and
 * the same jar files at the same place.
 */
public final class Training {
    private static final int INSTANCES = 200;
    private static final Duration START = Duration.ofMinutes(5);
    private static final String INSTANCE = """
            {"instance":{"instanceId":"%1$s","hostName":"%1$s","app":"%2$s","ipAddr":"192.0.2.1","status":"UP",
            "vipAddress":"%2$s","secureVipAddress":"%2$s","port":{"$":8080,"@enabled":"true"},
            "securePort":{"$":8443,"@enabled":"false"},"leaseInfo":{"renewalIntervalInSecs":30,"durationInSecs":90},
            "metadata":{"zone":"a","version":"1.0"},"homePageUrl":"http://%1$s:8080/",
            "dataCenterInfo":{"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"MyOwn"}}}
            """;
    private static final String XML_INSTANCE = """
            <instance><instanceId>%1$s</instanceId><hostName>%1$s</hostName><app>%2$s</app><ipAddr>192.0.2.1</ipAddr>
            <status>UP</status><vipAddress>%2$s</vipAddress><port enabled="true">8080</port>
            <dataCenterInfo class="com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo"><name>MyOwn</name></dataCenterInfo>
            <metadata><zone>a</zone></metadata></instance>
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String base;

    private Training(int port) {
        base = "http://127.0.0.1:" + port;
    }

    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments.length == 0 ? "." : arguments[0])
                .toAbsolutePath()
                .normalize();
        boolean aot = Runtime.version().feature() >= 25;
        var cache = folder.resolve(aot ? "app.aot" : "app.jsa");
        Files.deleteIfExists(cache);
        int port = freePort();

        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(aot ? "-XX:AOTCacheOutput=" + cache : "-XX:ArchiveClassesAtExit=" + cache);
        command.addAll(List.of(arguments).subList(Math.min(1, arguments.length), arguments.length));
        command.addAll(List.of(
                "-Dquarkus.http.port=" + port, "-Dquarkus.management.port=" + freePort(), "-jar", "quarkus-run.jar"));
        var program = new ProcessBuilder(command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        try {
            new Training(port).run(program);
        } finally {
            program.destroy();
            if (!program.waitFor(5, TimeUnit.MINUTES)) {
                program.destroyForcibly();
            }
        }
        System.out.printf("%s: %,d bytes%n", cache, Files.size(cache));
    }

    private void run(Process program) throws Exception {
        await(program);
        for (int i = 0; i < INSTANCES; i++) {
            var app = "TRAINING-" + i % 20;
            var instance = "/eureka/apps/" + app + "/training-" + i;
            if (i % 10 == 0) {
                send(
                        "POST",
                        "/eureka/apps/" + app,
                        "application/xml",
                        XML_INSTANCE.formatted("training-" + i, app),
                        204);
            } else {
                send("POST", "/eureka/apps/" + app, "application/json", INSTANCE.formatted("training-" + i, app), 204);
            }
            send("PUT", instance + "?status=UP", null, "", 200);
            for (var path : List.of(
                    "/eureka/apps", "/eureka/apps/delta", "/eureka/apps/" + app, "/eureka/vips/" + app, instance)) {
                send("GET", path, i % 2 == 0 ? "application/json" : "application/xml", null, 200);
            }
        }
        send("PUT", "/eureka/apps/TRAINING-1/training-1/status?value=OUT_OF_SERVICE", null, "", 200);
        send("DELETE", "/eureka/apps/TRAINING-1/training-1/status?value=UP", null, null, 200);
        send("PUT", "/eureka/apps/TRAINING-1/training-1/metadata?key=value", null, "", 200);
        send("DELETE", "/eureka/apps/TRAINING-1/training-1", null, null, 200);
        send("PUT", "/eureka/apps/TRAINING-1/training-1", null, "", 404);
    }

    private void await(Process program) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < deadline) {
            if (!program.isAlive()) {
                throw new IllegalStateException("the program ended: " + program.exitValue());
            }
            try {
                send("GET", "/eureka/apps", "application/json", null, 200);
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new IllegalStateException("the program did not answer within " + START);
    }

    private void send(String method, String path, String type, String body, int expected) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept-Encoding", "gzip")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (type != null) {
            request.header("Accept", type).header("Content-Type", type);
        }
        int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
        if (status != expected) {
            boolean starting = Set.of(503, 404).contains(status) && method.equals("GET") && path.equals("/eureka/apps");
            var message = method + " " + path + " answered " + status;
            throw starting ? new IOException(message) : new IllegalStateException(message);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
