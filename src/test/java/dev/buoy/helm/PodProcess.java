package dev.buoy.helm;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A rendered pod's container as a process of this machine: the packaged program, with the variables and the settings file that
 * the chart gives it and no others, but for its ports.
 */
final class PodProcess implements AutoCloseable {
    private static final Path PACKAGED = Path.of(
                    System.getProperty("buoy.packaged", "target/quarkus-app/quarkus-run.jar"))
            .toAbsolutePath();
    private static final Duration START_CEILING = Duration.ofMinutes(3);

    private final Container container;
    private final HttpClient http;
    private final Process process;
    private final Path log;
    private final int port = freePort();
    private final int managementPort = freePort();

    private PodProcess(Manifests manifests, Path folder, Map<String, Path> mounts, HttpClient http) throws IOException {
        this.http = http;
        var pod = manifests.the(StatefulSet.class).getSpec().getTemplate().getSpec();
        container = pod.getContainers().get(0);
        var settings = manifests.named(ConfigMap.class, "buoy").getData().get("application.properties");
        for (var mount : mounts.entrySet()) {
            settings = settings.replace(mount.getKey(), mount.getValue().toString());
        }
        Files.createDirectories(folder.resolve("config"));
        Files.writeString(folder.resolve("config/application.properties"), settings);
        log = folder.resolve("log");

        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(java, "-jar", PACKAGED.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        var environment = builder.environment();
        environment.clear();
        for (var variable : container.getEnv()) {
            boolean ofThePod =
                    variable.getValueFrom() != null && variable.getValueFrom().getFieldRef() != null;
            environment.put(variable.getName(), ofThePod ? "buoy-0" : variable.getValue());
        }
        environment.put("QUARKUS_HTTP_PORT", String.valueOf(port));
        environment.put("QUARKUS_HTTP_SSL_PORT", String.valueOf(port));
        environment.put("QUARKUS_MANAGEMENT_PORT", String.valueOf(managementPort));
        process = builder.start();
    }

    /**
     * Starts it and waits until its readiness probe succeeds.
     *
     * @param mounts where folders of the container are on this machine
     */
    static PodProcess start(Manifests manifests, Path folder, Map<String, Path> mounts, HttpClient http)
            throws IOException {
        var pod = new PodProcess(manifests, folder, mounts, http);
        try {
            await().atMost(START_CEILING)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> !pod.process.isAlive() || pod.answers(pod.container.getReadinessProbe()));
        } catch (RuntimeException late) {
            pod.close();
            throw new IllegalStateException(pod.log(), late);
        }
        if (!pod.process.isAlive()) {
            throw new IllegalStateException(pod.log());
        }
        return pod;
    }

    Container container() {
        return container;
    }

    int port() {
        return port;
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** Whether a probe succeeds as the cluster would try it. */
    boolean answers(Probe probe) {
        var get = probe.getHttpGet();
        boolean management = container.getPorts().stream()
                .filter(declared -> declared.getName().equals(get.getPort().getStrVal()))
                .anyMatch(declared -> declared.getContainerPort() == 9000);
        return status(get.getScheme().toLowerCase(Locale.ROOT), management ? managementPort : port, get.getPath())
                == 200;
    }

    /** The status of the answer, or 0 if there is none. */
    int status(String scheme, int port, String path) {
        var request = HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + port + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
