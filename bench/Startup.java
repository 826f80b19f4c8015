import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures starts: time and processor time until the first answer of the API, and memory some seconds after. Variants take turns,
 * so that what else the machine does falls on all of them.
 *
 * <p>Usage: {@code java Startup.java <rounds> (<name> <folder> <command>)...}, the command split at spaces. Started by
 * {@code startup.sh}. Linux only.
 */
public final class Startup {
    private static final int SETTLE_SECONDS = 5;
    private static final long TICKS_PER_SECOND = 100;
    private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final byte[] REQUEST = "GET /eureka/apps HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);

    private record Variant(String name, Path folder, List<String> command) {}

    private record Start(double wallMillis, double cpuMillis, double megabytes) {}

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        var starts = new LinkedHashMap<Variant, List<Start>>();
        for (int i = 1; i < arguments.length; i += 3) {
            var command = List.of(arguments[i + 2].split(" "));
            starts.put(new Variant(arguments[i], Path.of(arguments[i + 1]), command), new ArrayList<>());
        }
        for (int round = 0; round < rounds; round++) {
            for (var variant : starts.entrySet()) {
                variant.getValue().add(start(variant.getKey()));
            }
        }
        System.out.println("| variant | first answer, ms | CPU until then, ms | RSS after " + SETTLE_SECONDS + " s, MB |");
        System.out.println("|---|---|---|---|");
        starts.forEach((variant, measured) -> System.out.printf(
                "| %s | %s | %s | %s |%n",
                variant.name(),
                spread(measured.stream().mapToDouble(Start::wallMillis).sorted().toArray()),
                spread(measured.stream().mapToDouble(Start::cpuMillis).sorted().toArray()),
                spread(measured.stream().mapToDouble(Start::megabytes).sorted().toArray())));
    }

    private static Start start(Variant variant) throws Exception {
        int port = freePort();
        var builder = new ProcessBuilder(variant.command()).directory(variant.folder().toFile());
        builder.environment().putAll(Map.of(
                "QUARKUS_HTTP_PORT", String.valueOf(port), "QUARKUS_MANAGEMENT_PORT", String.valueOf(freePort())));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        long began = System.nanoTime();
        var process = builder.start();
        try {
            while (!answers(port)) {
                if (!process.isAlive() || System.nanoTime() - began > GIVE_UP_NANOS) {
                    throw new IllegalStateException(variant.name() + " does not answer");
                }
                Thread.sleep(5);
            }
            double wall = (System.nanoTime() - began) / 1e6;
            double cpu = cpuMillis(process.pid());
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            return new Start(wall, cpu, megabytes(process.pid()));
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static boolean answers(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(REQUEST);
            out.flush();
            var answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return answer.equals("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }

    /** User and system time of the process; the name of the program may hold spaces, so count from its closing bracket. */
    private static double cpuMillis(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 1000.0 / TICKS_PER_SECOND;
    }

    private static double megabytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElseThrow();
    }

    private static String spread(double[] sorted) {
        return "%.0f (%.0f–%.0f)".formatted(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
