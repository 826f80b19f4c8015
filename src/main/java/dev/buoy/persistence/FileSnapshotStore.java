package dev.buoy.persistence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Snapshots as files of a directory, each a whole registry, the last few kept.
 *
 * <p>A snapshot is written beside the others under a name that no reader looks for, forced to disk, then given its name in
 * one step, and the directory is forced too. So at every moment the newest file of the right name is whole, unless the disk
 * itself fails; then its checksum tells, and the one before is read.
 *
 * <p>The directory belongs to one server. A second one would delete what the first has written.
 */
final class FileSnapshotStore implements SnapshotStore {
    private static final System.Logger LOG = System.getLogger(FileSnapshotStore.class.getName());
    private static final String PREFIX = "snapshot-";
    private static final String SUFFIX = ".json.gz";
    private static final String UNFINISHED = "unfinished.tmp";

    private final Path directory;
    private final int generations;
    private final SnapshotFile format;

    /** @param generations how many snapshots are kept; 1 or more */
    FileSnapshotStore(Path directory, int generations, LeaseDocument documents) {
        this.directory = directory.toAbsolutePath();
        this.generations = generations;
        this.format = new SnapshotFile(documents);
    }

    @Override
    public String name() {
        return "file";
    }

    @Override
    public boolean replaces() {
        return true;
    }

    @Override
    public Snapshot load() throws SnapshotException {
        List<Path> newestFirst = generations();
        for (Path file : newestFirst) {
            try (InputStream in = Files.newInputStream(file)) {
                return format.read(in);
            } catch (SnapshotFile.NewerFormatException e) {
                throw new SnapshotException("a later program wrote " + file + ": " + e.getMessage(), e);
            } catch (IOException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Snapshot {0} cannot be read ({1}); trying the one before",
                        file,
                        reason(e));
            }
        }
        if (!newestFirst.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "None of the {0} snapshots in {1} can be read; the registry starts without",
                    newestFirst.size(),
                    directory);
        }
        return Snapshot.NONE;
    }

    @Override
    public Saved save(Batch batch) throws SnapshotException {
        if (!batch.whole()) {
            throw new IllegalArgumentException("a file holds a whole registry");
        }
        try {
            Files.createDirectories(directory);
            Path unfinished = directory.resolve(UNFINISHED);
            Saved saved;
            Files.deleteIfExists(unfinished); // left by a crash or a full disk
            try (FileChannel file =
                    FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                saved = format.write(Channels.newOutputStream(file), batch.takenAt(), batch.changed());
                file.force(true);
            }
            List<Path> older = generations();
            long number = older.isEmpty() ? 1 : number(older.get(0)) + 1;
            Path finished = directory.resolve(String.format(Locale.ROOT, "%s%012d%s", PREFIX, number, SUFFIX));
            Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
            force(directory);
            for (Path old : older.subList(Math.min(older.size(), generations - 1), older.size())) {
                Files.deleteIfExists(old);
            }
            return saved;
        } catch (IOException e) {
            throw new SnapshotException("cannot write to " + directory + ": " + reason(e), e);
        }
    }

    /** The files, newest first. */
    private List<Path> generations() throws SnapshotException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, FileSnapshotStore::isSnapshot)) {
            found.forEach(files::add);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new SnapshotException("cannot read " + directory + ": " + reason(e), e);
        }
        files.sort(Comparator.comparingLong(FileSnapshotStore::number).reversed());
        return files;
    }

    private static boolean isSnapshot(Path file) {
        return file.getFileName().toString().matches(PREFIX + "[0-9]{1,18}\\.json\\.gz");
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
    }

    // Without this a crash of the machine may forget the rename.
    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    // The messages of these exceptions are bare paths.
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "it is not a directory";
        }
        return e.getMessage();
    }
}
