package dev.buoy.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The packaged application as a process of its own, on free ports of loopback. It is started with the Java that runs the
 * tests, serves from the moment that {@link #start} returns, and ends at the latest with {@link #close}.
 *
 * <p>The system property {@code buoy.packaged} names the jar; without it, the one that the build leaves in {@code target}.
 */
public final class BuoyProcess implements AutoCloseable {
    private static final Path PACKAGED =
            Path.of(System.getProperty("buoy.packaged", "target/quarkus-app/quarkus-run.jar"));
    /** A start takes a second or two, and half a minute on a busy machine. */
    private static final Duration START_CEILING = Duration.ofMinutes(3);

    private static final Duration STOP_CEILING = Duration.ofMinutes(1);

    private final Process process;
    private final int port;
    private final int managementPort;
    private final Path log;
    private final boolean plain;

    private BuoyProcess(Process process, int port, int managementPort, Path log, boolean plain) {
        this.process = process;
        this.port = port;
        this.managementPort = managementPort;
        this.log = log;
        this.plain = plain;
    }

    /** The option of a server whose speed is looked at: all compilers, as a server has them that is not started for a test. */
    public static final String ALL_COMPILERS = "-XX:TieredStopAtLevel=4";

    /**
     * Starts the application and waits until it answers.
     *
     * @param options settings such as {@code eureka.server.disable-delta=true}, and options of the JVM, which begin with a
     *     dash, such as {@code -Xmx128m}
     * @throws IllegalStateException when it ends or does not answer in time; the message holds the end of its log
     */
    public static BuoyProcess start(String... options) {
        return start(List.of(), options);
    }

    /** Like {@link #start}, but permissions of files hold for it even if root runs the tests. */
    public static BuoyProcess startBoundByPermissions(String... options) {
        boolean root = System.getProperty("user.name").equals("root");
        return start(
                root ? List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search") : List.of(), options);
    }

    private static BuoyProcess start(List<String> prefix, String... options) {
        int[] ports = freePorts(2);
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Most tests end before C2 would have paid; half of what a start takes is compiling.
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Dserver.port=" + ports[0]);
        command.add("-Dquarkus.management.port=" + ports[1]);
        for (String option : options) {
            command.add(option.startsWith("-") ? option : "-D" + option);
        }
        command.addAll(List.of("-jar", PACKAGED.toAbsolutePath().toString()));
        try {
            Path directory = Files.createDirectories(Path.of("target", "it"));
            Path log = Files.createTempFile(directory, "buoy-" + ports[0] + "-", ".log");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            var buoy = new BuoyProcess(
                    process, ports[0], ports[1], log, !command.contains("-Dquarkus.http.insecure-requests=disabled"));
            buoy.awaitAnswer();
            return buoy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        try {
            await().atMost(START_CEILING)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> !process.isAlive() || answers());
        } catch (RuntimeException late) {
            kill();
            throw new IllegalStateException("no answer within " + START_CEILING + "\n" + logTail(), late);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException("ended with status " + process.exitValue() + "\n" + logTail());
        }
    }

    /** A closed server answers 401 from the moment that it serves; one that speaks TLS alone says so in its log. */
    private boolean answers() {
        try {
            if (plain) {
                return List.of(200, 401)
                        .contains(new EurekaHttp(base()).get("apps").statusCode());
            }
            return log().contains("Installed features: ");
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public int managementPort() {
        return managementPort;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The API's root, as clients configure it: {@code http://127.0.0.1:PORT/eureka/}. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + port + "/eureka/");
    }

    /** The root of the port for health and metrics. */
    public URI management() {
        return URI.create("http://127.0.0.1:" + managementPort + "/");
    }

    /** All that the application has written so far, to either stream. */
    public String log() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String logTail() {
        List<String> lines = log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }

    /** Resident memory in bytes. */
    public long residentBytes() {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid()), "status"))) {
            String kilobytes = lines.filter(line -> line.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll("\\D", "");
            return Long.parseLong(kilobytes) * 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** CPU time that it has used since its start, all threads together. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Heap in use after a full collection, in bytes. */
    public long liveHeapBytes() {
        try {
            Process histogram = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid()),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(histogram.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String total = output.lines().reduce("", (before, line) -> line.isBlank() ? before : line);
            return Long.parseLong(total.trim().split("\\s+")[2]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it as an operator does (SIGTERM) and waits until it has ended. */
    public void stop() {
        end(process::destroy);
    }

    /** Ends it at once (SIGKILL): no shutdown hook runs. */
    public void kill() {
        end(process::destroyForcibly);
    }

    private void end(Runnable signal) {
        signal.run();
        try {
            if (!process.waitFor(STOP_CEILING.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("did not end within " + STOP_CEILING + "\n" + logTail());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            stop();
        }
    }

    private static int[] freePorts(int count) {
        var sockets = new ArrayList<ServerSocket>();
        try {
            int[] ports = new int[count];
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
                ports[i] = sockets.get(i).getLocalPort();
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
