import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A herd: clients that all fetch the whole registry at once, beside heartbeats at a fixed rate. Prints one JSON line.
 *
 * <pre>java Herd.java --url http://127.0.0.1:8761/eureka --instances 20000 --clients 5000 --rate 700 --pid PID --label NAME</pre>
 *
 * A client that is answered 503 comes back after {@code Retry-After} (or a second); one whose connection breaks, after a second.
 * Heartbeats are an open loop: waiting for a free connection is part of their latency, and any status but 200 is an error.
 * Instances are named as Bench.java's {@code seed} names them, and must be there. For a server on this machine only.
 */
public final class Herd {
    private static final int HEARTBEAT_CONNECTIONS = 32;
    private static final long LIMIT_NANOS = 300_000_000_000L;

    private final InetSocketAddress address;
    private final String path;
    private final Map<String, String> options;
    private volatile boolean over;

    private Herd(Map<String, String> options) {
        this.options = options;
        URI url = URI.create(options.get("url"));
        this.address = new InetSocketAddress(url.getHost(), url.getPort());
        if (!address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("only servers on this machine: " + url);
        }
        this.path = url.getPath();
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            options.put(args[i].substring(2), args[i + 1]);
        }
        new Herd(options).run();
    }

    private int number(String option, int otherwise) {
        return Integer.parseInt(options.getOrDefault(option, Integer.toString(otherwise)));
    }

    private void run() throws Exception {
        int pid = number("pid", 0);
        Heartbeats heartbeats = new Heartbeats(number("rate", 700), number("instances", 20_000));
        Thread beating = new Thread(heartbeats);
        beating.start();
        Thread.sleep(number("before", 2) * 1000L);
        double cpu = cpuSeconds(pid);
        double busy = busySeconds();
        long begin = System.nanoTime();
        Fetches fetches = new Fetches(number("clients", 5_000));
        fetches.run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        double used = cpuSeconds(pid) - cpu;
        double all = busySeconds() - busy;
        Thread.sleep(1000);
        over = true;
        beating.join();
        double[] waits = fetches.doneAfter.stream().mapToDouble(nanos -> nanos / 1e6).sorted().toArray();
        double[] beats = heartbeats.latencies.stream().mapToDouble(nanos -> nanos / 1e6).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "{\"workload\": \"herd\", \"label\": \"%s\", \"instances\": %d, \"clients\": %d, \"served\": %d, \"seconds\": %.1f, "
                        + "\"refused_503\": %d, \"broken\": %d, \"other\": %d, \"gb\": %.2f, \"fetch_ms_p50\": %.0f, \"fetch_ms_p99\": %.0f, "
                        + "\"fetch_ms_max\": %.0f, \"heartbeats\": %d, \"heartbeat_errors\": %d, \"heartbeat_ms_p50\": %.1f, "
                        + "\"heartbeat_ms_p99\": %.1f, \"heartbeat_ms_max\": %.1f, \"server_cpu_s\": %.1f, \"machine_cpu_s\": %.1f, \"rss_mb\": %d}%n",
                options.getOrDefault("label", "server"), number("instances", 20_000), number("clients", 5_000), waits.length, seconds,
                fetches.refused, fetches.broken, fetches.other, fetches.bytes / 1e9, at(waits, 0.5), at(waits, 0.99), at(waits, 1),
                beats.length, heartbeats.errors, at(beats, 0.5), at(beats, 0.99), at(beats, 1), used, all, rssMegabytes(pid));
    }

    private static double at(double[] sorted, double share) {
        return sorted.length == 0 ? -1 : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)];
    }

    private static double cpuSeconds(int pid) throws IOException {
        if (pid == 0) {
            return 0;
        }
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
    }

    private static double busySeconds() throws IOException {
        String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).trim().split("\\s+");
        return (Long.parseLong(fields[1]) + Long.parseLong(fields[2]) + Long.parseLong(fields[3])) / 100.0;
    }

    private static long rssMegabytes(int pid) throws IOException {
        return pid == 0 ? 0 : Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst().orElse(0);
    }

    /** One connection, with as much of HTTP/1.1 as shows where an answer ends: by length, or in chunks. */
    private final class Connection {
        private final SocketChannel channel;
        private final StringBuilder head = new StringBuilder();
        private ByteBuffer request;
        private boolean inBody;
        private long left; // of the body; -1 when chunked
        private String tail = "";
        private long due;
        private int status;
        private int retryAfter;

        Connection(Selector selector, Object owner) throws IOException {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_CONNECT, this);
            if (channel.connect(address)) {
                channel.keyFor(selector).interestOps(SelectionKey.OP_READ);
            }
        }

        void send(Selector selector, String text) throws IOException {
            request = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            head.setLength(0);
            inBody = false;
            tail = "";
            if (channel.isConnected()) {
                channel.write(request);
            }
        }

        /** Whether the answer is complete; -1 for a broken connection. */
        int ready(SelectionKey key, ByteBuffer input) {
            try {
                if (key.isConnectable() && channel.finishConnect()) {
                    key.interestOps(SelectionKey.OP_READ);
                    if (request != null) {
                        channel.write(request);
                    }
                    return 0;
                }
                if (!key.isReadable()) {
                    return 0;
                }
                while (true) {
                    input.clear();
                    int read = channel.read(input);
                    if (read < 0) {
                        return -1;
                    }
                    if (read == 0) {
                        return 0;
                    }
                    input.flip();
                    if (take(input)) {
                        return 1;
                    }
                }
            } catch (IOException e) {
                return -1;
            }
        }

        private boolean take(ByteBuffer input) {
            if (!inBody) {
                while (input.hasRemaining() && !inBody) {
                    head.append((char) input.get());
                    int length = head.length();
                    inBody = length > 3 && head.charAt(length - 1) == '\n' && head.substring(length - 4).equals("\r\n\r\n");
                }
                if (!inBody) {
                    return false;
                }
                String text = head.toString().toLowerCase(Locale.ROOT);
                status = Integer.parseInt(text.substring(9, 12));
                retryAfter = Math.max(1, header(text, "retry-after"));
                left = text.contains("transfer-encoding: chunked") ? -1 : Math.max(0, header(text, "content-length"));
            }
            if (left >= 0) {
                left -= input.remaining();
                return left <= 0;
            }
            byte[] last = new byte[Math.min(5, input.remaining())];
            input.get(input.limit() - last.length, last);
            tail = (tail + new String(last, StandardCharsets.ISO_8859_1));
            tail = tail.substring(Math.max(0, tail.length() - 5));
            return tail.equals("0\r\n\r\n");
        }

        private int header(String text, String name) {
            int at = text.indexOf("\r\n" + name + ":");
            return at < 0 ? 0 : Integer.parseInt(text.substring(at + name.length() + 3, text.indexOf("\r\n", at + 2)).trim());
        }

        void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }

    private String headers() {
        return " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Java-EurekaClient/v2.0.6\r\nDiscoveryIdentity-Name: DefaultClient\r\n"
                + "Accept: application/json\r\nAccept-Encoding: gzip\r\n";
    }

    private final class Heartbeats implements Runnable {
        private final int rate;
        private final int instances;
        private final List<Long> latencies = new ArrayList<>();
        private final Map<Connection, Long> due = new HashMap<>();
        private final ArrayDeque<Connection> idle = new ArrayDeque<>();
        private long errors;

        Heartbeats(int rate, int instances) {
            this.rate = rate;
            this.instances = instances;
        }

        @Override
        public void run() {
            try (Selector selector = Selector.open()) {
                ByteBuffer input = ByteBuffer.allocateDirect(16 * 1024);
                for (int i = 0; i < HEARTBEAT_CONNECTIONS; i++) {
                    idle.add(new Connection(selector, this));
                }
                selector.select(1000);
                selector.selectedKeys().forEach(key -> ((Connection) key.attachment()).ready(key, input));
                selector.selectedKeys().clear();
                long begin = System.nanoTime();
                long issued = 0;
                while (!over || !due.isEmpty()) {
                    long now = System.nanoTime();
                    while (!over && begin + issued * 1_000_000_000L / rate <= now && !idle.isEmpty()) {
                        long at = begin + issued * 1_000_000_000L / rate;
                        int instance = (int) (issued++ * 7919 % instances);
                        Connection connection = idle.poll();
                        due.put(connection, at);
                        connection.send(selector, "PUT " + path + "/apps/" + app(instance) + "/" + id(instance) + "?status=UP"
                                + headers() + "Content-Length: 0\r\n\r\n");
                    }
                    selector.select(key -> {
                        Connection connection = (Connection) key.attachment();
                        int result = connection.ready(key, input);
                        if (result == 0) {
                            return;
                        }
                        Long since = due.remove(connection);
                        if (since != null) {
                            latencies.add(System.nanoTime() - since);
                            if (result < 0 || connection.status != 200) {
                                errors++;
                            }
                        }
                        if (result < 0) {
                            connection.close();
                            replace(selector);
                        } else {
                            idle.add(connection);
                        }
                    }, 1);
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        private void replace(Selector selector) {
            try {
                idle.add(new Connection(selector, this));
            } catch (IOException e) {
                errors++;
            }
        }
    }

    private String app(int instance) {
        return "SERVICE-" + (10000 + instance % Math.max(1, number("instances", 20_000) / 20));
    }

    private String id(int instance) {
        String ip = "10-" + (instance >> 16 & 255) + "-" + (instance >> 8 & 255) + "-" + (instance & 255);
        return "ip-" + ip + ".eu-west-1.compute.internal:" + app(instance).toLowerCase(Locale.ROOT) + ":8080";
    }

    private final class Fetches {
        private record Later(long at, long began) {}

        private final int clients;
        private final List<Long> doneAfter = new ArrayList<>();
        private long refused;
        private long broken;
        private long other;
        private long bytes;

        Fetches(int clients) {
            this.clients = clients;
        }

        void run() throws IOException {
            PriorityQueue<Later> later = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
            long begin = System.nanoTime();
            for (int i = 0; i < clients; i++) {
                later.add(new Later(begin, begin));
            }
            ByteBuffer input = ByteBuffer.allocateDirect(256 * 1024);
            String request = "GET " + path + "/apps/" + headers() + "Connection: close\r\n\r\n";
            try (Selector selector = Selector.open()) {
                while (doneAfter.size() < clients && System.nanoTime() - begin < LIMIT_NANOS) {
                    for (int i = 0; i < 50 && !later.isEmpty() && later.peek().at() <= System.nanoTime(); i++) {
                        Connection connection = new Connection(selector, this);
                        connection.due = later.poll().began();
                        connection.send(selector, request);
                    }
                    selector.select(key -> {
                        Connection connection = (Connection) key.attachment();
                        int result = connection.ready(key, input);
                        if (result == 0) {
                            return;
                        }
                        connection.close();
                        long now = System.nanoTime();
                        if (result > 0 && connection.status == 200) {
                            doneAfter.add(now - connection.due);
                            bytes += connection.header(connection.head.toString().toLowerCase(Locale.ROOT), "content-length");
                        } else if (result > 0 && connection.status == 503) {
                            refused++;
                            later.add(new Later(now + connection.retryAfter * 1_000_000_000L, connection.due));
                        } else {
                            if (result < 0) {
                                broken++;
                            } else {
                                other++;
                            }
                            later.add(new Later(now + 1_000_000_000L, connection.due));
                        }
                    }, 1);
                }
            }
        }
    }
}
