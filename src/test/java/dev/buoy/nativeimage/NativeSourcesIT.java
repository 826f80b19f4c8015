package dev.buoy.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

/** Looks into {@code target/native-sources}, which {@code mvn verify -Pnative-sources} makes. */
class NativeSourcesIT {
    private static final Path SOURCES = Path.of("target", "native-sources").toAbsolutePath();
    private static final Path PROGRAM = SOURCES.resolve("buoy-runner.jar");
    /** Looks into interfaces of settings on the JVM only: {@code quarkus-core} puts something else in its place. */
    private static final String SUBSTITUTED = "io.smallrye.config.ConfigMappingInterface";

    private static final String SUBSTITUTION =
            "io.quarkus.runtime.configuration.Substitutions$Target_ConfigMappingInterface";
    private static final String INSTANCE = """
            {"instance":{"instanceId":"a-1","hostName":"a-1","app":"A","ipAddr":"192.0.2.1","status":"UP","vipAddress":"a",
            "port":{"$":80,"@enabled":"true"},"metadata":{"zone":"x"},
            "dataCenterInfo":{"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"MyOwn"}}}
            """;
    private static final String BATCH = """
            {"replicationList":[{"appName":"A","id":"a-1","lastDirtyTimestamp":1,"status":"UP","action":"Heartbeat"}]}
            """;

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    @Test
    void compilerIsToldToRefuseWhatItCannotCompile() throws IOException {
        var arguments =
                List.of(Files.readString(SOURCES.resolve("native-image.args")).split("\\s+"));

        assertThat(arguments)
                .contains("--no-fallback", "--link-at-build-time", "buoy-runner")
                .noneMatch(argument -> argument.contains("report-unsupported-elements-at-runtime"))
                .noneMatch(argument -> argument.contains("allow-incomplete-classpath"));
    }

    @Test
    void everyClassThatIsLookedIntoIsRegistered() throws Exception {
        var seen = folder.resolve("seen");
        workUnderWatch(seen);
        var metadata = ReflectionMetadata.of(PROGRAM);

        var lookedInto = Files.readAllLines(seen).stream()
                .map(line -> line.split(" "))
                .filter(look -> !isEnumsOwn(look[0], look[1]) && !look[2].startsWith(SUBSTITUTED + "."))
                .toList();
        assertThat(lookedInto).as("the agent saw something").isNotEmpty();
        assertThat(lookedInto)
                .filteredOn(look -> !metadata.allows(look[0], look[1]))
                .extracting(look -> String.join(" ", look))
                .isEmpty();
    }

    @Test
    void whatLooksIntoSettingsOnTheJvmIsReplacedInAnImage() throws Exception {
        var target = Class.forName(SUBSTITUTION, false, getClass().getClassLoader());

        assertThat(target.getAnnotations())
                .anyMatch(annotation -> annotation.toString().contains(SUBSTITUTED));
    }

    /** {@code Enum.valueOf} asks for {@code values()}, which the compiler knows by itself. */
    private static boolean isEnumsOwn(String type, String method) {
        try {
            return method.equals("getMethod")
                    && Class.forName(type, false, NativeSourcesIT.class.getClassLoader())
                            .isEnum();
        } catch (ClassNotFoundException generated) {
            return false;
        }
    }

    private void workUnderWatch(Path seen) throws Exception {
        var record = jar("record.jar", new Attributes(), ReflectionRecord.class);
        var manifest = new Attributes();
        manifest.putValue("Premain-Class", ReflectionAgent.class.getName());
        manifest.putValue("Can-Retransform-Classes", "true");
        manifest.putValue("Boot-Class-Path", record.toString());
        manifest.putValue(
                "Class-Path",
                ClassReader.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString());
        var agent = jar("agent.jar", manifest, ReflectionAgent.class);
        int port = freePort();
        int management = freePort();
        var log = folder.resolve("log");
        var program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + agent + "=" + seen,
                        "-Dquarkus.http.port=" + port,
                        "-Dquarkus.management.port=" + management,
                        "-jar",
                        PROGRAM.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> !program.isAlive() || get(management, "/q/health/ready", "application/json") == 200);
            assertThat(program.isAlive()).as(() -> read(log)).isTrue();
            work(port, management);
        } finally {
            program.destroy();
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    private void work(int port, int management) throws Exception {
        assertThat(send(port, "POST", "/eureka/apps/A", INSTANCE)).isEqualTo(204);
        assertThat(send(port, "PUT", "/eureka/apps/A/a-1", "")).isEqualTo(200);
        assertThat(send(port, "POST", "/eureka/peerreplication/batch/", BATCH)).isEqualTo(200);
        for (var type : List.of("application/json", "application/xml")) {
            for (var path : List.of("/eureka/apps", "/eureka/apps/delta", "/eureka/apps/A", "/eureka/vips/a")) {
                assertThat(get(port, path, type)).as(path).isEqualTo(200);
            }
        }
        assertThat(get(port, "/buoy/v1/self-preservation", "application/json")).isEqualTo(200);
        assertThat(get(management, "/q/metrics", "text/plain")).isEqualTo(200);
        assertThat(get(management, "/q/health", "application/json")).isEqualTo(200);
        assertThat(send(port, "DELETE", "/eureka/apps/A/a-1", "")).isEqualTo(200);
    }

    private int get(int port, String path, String type) throws InterruptedException {
        return status(
                HttpRequest.newBuilder(uri(port, path)).header("Accept", type).build());
    }

    private int send(int port, String method, String path, String body) throws InterruptedException {
        return status(HttpRequest.newBuilder(uri(port, path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build());
    }

    private int status(HttpRequest request) throws InterruptedException {
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private Path jar(String name, Attributes attributes, Class<?> outer) throws Exception {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putAll(attributes);
        var file = folder.resolve(name);
        var classes = Path.of(
                outer.getProtectionDomain().getCodeSource().getLocation().toURI());
        var packageFolder = classes.resolve(outer.getPackageName().replace('.', '/'));
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                var files = Files.newDirectoryStream(packageFolder, outer.getSimpleName() + "*.class")) {
            for (var each : files) {
                jar.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, jar);
            }
        }
        return file;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
