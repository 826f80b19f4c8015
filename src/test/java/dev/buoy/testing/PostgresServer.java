package dev.buoy.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server of the system's own binaries, with its data in a temporary folder and on a free port of loopback. It
 * asks for a password. As root it runs as the user {@code postgres}, since the server refuses to be root.
 */
public final class PostgresServer implements AutoCloseable {
    public static final String USER = "postgres";
    public static final String PASSWORD = "correct horse";

    private final Path binaries = binaries();
    private final Path directory;
    private final int port;

    private PostgresServer() throws IOException {
        this.directory = Files.createTempDirectory("buoy-postgres-");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
    }

    /** Makes a server with an empty database and starts it. */
    public static PostgresServer start() {
        try {
            PostgresServer server = new PostgresServer();
            server.initialise();
            server.startAgain();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void initialise() throws IOException {
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        if (isRoot()) {
            run("chown", "-R", "postgres", directory.toString());
        }
        runAsServer(
                binaries.resolve("initdb").toString(),
                "-D",
                data(),
                "-U",
                USER,
                "--auth=scram-sha-256",
                "--pwfile=" + password,
                "-E",
                "UTF8",
                "--no-locale");
    }

    /** Starts it after {@link #stop} or {@link #kill}, with what it has. */
    public void startAgain() {
        runAsServer(
                binaries.resolve("pg_ctl").toString(),
                "-D",
                data(),
                "-l",
                directory.resolve("log").toString(),
                "-o",
                "-p " + port + " -c listen_addresses=127.0.0.1 -k " + directory,
                "-t",
                "180",
                "-w",
                "start");
    }

    public void stop() {
        runAsServer(binaries.resolve("pg_ctl").toString(), "-D", data(), "-m", "fast", "-w", "stop");
    }

    /** Ends it without a word to anybody, as a crash does: no checkpoint, transactions under way are lost. */
    public void kill() {
        runAsServer(binaries.resolve("pg_ctl").toString(), "-D", data(), "-m", "immediate", "-w", "stop");
    }

    public int port() {
        return port;
    }

    public String url() {
        return urlOnPort(port);
    }

    /** The same server through a proxy. */
    public static String urlOnPort(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    public DataSource dataSource() {
        return dataSource(url(), PASSWORD);
    }

    public static DataSource dataSource(String url, String password) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(USER);
        source.setPassword(password);
        return source;
    }

    /** Runs statements, one after the other. */
    public void execute(String... statements) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number that a query answers with. */
    public long count(String query) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            if (Files.exists(directory.resolve("data/postmaster.pid"))) {
                kill();
            }
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private static Path binaries() {
        Path versions = Path.of("/usr/lib/postgresql");
        try (Stream<Path> found = Files.list(versions)) {
            return found.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparingInt(bin ->
                            Integer.parseInt(bin.getParent().getFileName().toString())))
                    .orElseThrow();
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException("PostgreSQL is not in " + versions + ": apt-get install postgresql", e);
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private void runAsServer(String... command) {
        List<String> whole = new ArrayList<>();
        if (isRoot()) {
            whole.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        whole.addAll(List.of(command));
        run(whole.toArray(String[]::new));
    }

    private void run(String... command) {
        Path output = directory.resolve("output");
        try {
            int status = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException(String.join(" ", command) + "\n" + Files.readString(output));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
