package dev.buoy.testing;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Where PostgreSQL's programs are: those of the system if it has them, the newest of Debian's first, else the ones that come
 * with the tests, unpacked once per run.
 */
final class PostgresPrograms {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String BUNDLE = "/postgres-linux-x86_64.txz";

    private PostgresPrograms() {}

    private static final class Found {
        static final Path DIRECTORY = find();
    }

    /** The folder that {@code initdb} and {@code pg_ctl} are in. */
    static Path directory() {
        return Found.DIRECTORY;
    }

    private static Path find() {
        try {
            return Stream.concat(debian(), path())
                    .filter(bin ->
                            Files.isExecutable(bin.resolve("initdb")) && Files.isExecutable(bin.resolve("pg_ctl")))
                    .findFirst()
                    .orElseGet(PostgresPrograms::unpacked);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> debian() throws IOException {
        if (!Files.isDirectory(DEBIAN)) {
            return Stream.empty();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions
                    .filter(version -> version.getFileName().toString().matches("\\d+"))
                    .sorted(Comparator.comparing((Path version) ->
                                    Integer.valueOf(version.getFileName().toString()))
                            .reversed())
                    .map(version -> version.resolve("bin"))
                    .toList()
                    .stream();
        }
    }

    private static Stream<Path> path() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of);
    }

    private static Path unpacked() {
        String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        try (InputStream bundle = PostgresPrograms.class.getResourceAsStream(BUNDLE)) {
            if (bundle == null || !machine.equals("Linux amd64")) {
                throw new IllegalStateException("no PostgreSQL comes with the tests for " + machine
                        + ": install it, so that initdb and pg_ctl are on the path");
            }
            Path root = Files.createTempDirectory("buoy-postgres-programs-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(root)));
            unpack(bundle, root);
            return root.resolve("bin");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(InputStream bundle, Path root) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(bundle)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = entry.resolveIn(root);
                Files.createDirectories(entry.isDirectory() ? file : file.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else if (!entry.isDirectory()) {
                    Files.copy(tar, file);
                }
            }
        }
        // Started by root, the server runs as another user.
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(file -> !Files.isSymbolicLink(file)).toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }
}
