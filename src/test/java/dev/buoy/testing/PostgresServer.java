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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server with its data in a temporary folder and on a free port of loopback. It asks for a password. Started by
 * root it runs as the user {@code postgres}, or else {@code nobody}, since the server refuses to be root.
 */
public final class PostgresServer implements AutoCloseable {
    public static final String USER = "postgres";
    public static final String PASSWORD = "correct horse";

    private final Path binaries = PostgresPrograms.directory();
    private final Optional<String> user = otherUser();
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
        if (user.isPresent()) {
            run("chown", "-R", user.get(), directory.toString());
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
        executeWith(PASSWORD, statements);
    }

    /** Like {@link #execute}, while another password is in force. */
    public void executeWith(String password, String... statements) {
        try (Connection connection = dataSource(url(), password).getConnection();
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
        if (Files.exists(directory.resolve("data/postmaster.pid"))) {
            kill();
        }
        Folders.delete(directory);
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    /** The user that the server runs as, if it cannot be the one that runs the tests. */
    private static Optional<String> otherUser() throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.empty();
        }
        try (Stream<String> users = Files.lines(Path.of("/etc/passwd"))) {
            return Optional.of(users.anyMatch(user -> user.startsWith("postgres:")) ? "postgres" : "nobody");
        }
    }

    private void runAsServer(String... command) {
        List<String> whole = new ArrayList<>();
        user.ifPresent(name -> whole.addAll(List.of("runuser", "-u", name, "--")));
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
