package dev.buoy.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.LeaseState;
import dev.buoy.testing.Instances;
import dev.buoy.testing.ManualClock;
import dev.buoy.wire.EurekaCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSnapshotStoreTest {
    @TempDir
    Path directory;

    private FileSnapshotStore store() {
        return store(directory);
    }

    private static FileSnapshotStore store(Path directory) {
        return new FileSnapshotStore(directory, 3, new LeaseDocument(new EurekaCodec()));
    }

    private static Batch batch(LeaseState... leases) {
        return new Batch(ManualClock.START, true, List.of(), List.of(leases), Map.of());
    }

    private static LeaseState lease(String id) {
        return new LeaseState(Instances.plain("ORDERS", id), InstanceStatus.UP, InstanceStatus.OUT_OF_SERVICE);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void whatWasSavedIsReadBack() throws Exception {
        store().save(batch(lease("a"), lease("b")));

        Snapshot read = store().load();

        assertThat(read.takenAt()).isEqualTo(ManualClock.START);
        assertThat(read.leases()).containsExactly(lease("a"), lease("b"));
    }

    @Test
    void aDirectoryThatIsNotThereHoldsNothingAndIsMadeByTheFirstSave() throws Exception {
        Path below = directory.resolve("not/yet");

        assertThat(store(below).load()).isSameAs(Snapshot.NONE);
        store(below).save(batch(lease("a")));

        assertThat(store(below).load().leases()).containsExactly(lease("a"));
    }

    @Test
    void theLastThreeGenerationsAreKept() throws Exception {
        for (int i = 0; i < 5; i++) {
            store().save(batch(lease("run-" + i)));
        }

        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "snapshot-000000000003.json.gz",
                        "snapshot-000000000004.json.gz",
                        "snapshot-000000000005.json.gz");
        assertThat(store().load().leases()).containsExactly(lease("run-4"));
    }

    @Test
    void atWhateverByteTheNewestIsTornTheOneBeforeIsRead() throws Exception {
        store().save(batch(lease("good")));
        store().save(batch(lease("torn")));
        byte[] whole = Files.readAllBytes(files().get(1));

        for (int length = whole.length - 1; length >= 0; length -= length > whole.length - 24 ? 1 : 11) {
            Files.write(files().get(1), Arrays.copyOf(whole, length));
            assertThat(store().load().leases()).as("torn at byte %d", length).containsExactly(lease("good"));
        }
    }

    @Test
    void whateverBitOfTheNewestIsFlippedNothingWrongIsRead() throws Exception {
        store().save(batch(lease("before")));
        store().save(batch(lease("newest")));
        byte[] whole = Files.readAllBytes(files().get(1));

        for (int i = 0; i < whole.length; i += i < 12 || i > whole.length - 24 ? 1 : 7) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x10;
            Files.write(files().get(1), damaged);

            // Some bits, as the time in gzip's header, mean nothing to the contents.
            assertThat(store().load().leases())
                    .as("flipped in byte %d", i)
                    .isIn(List.of(lease("newest")), List.of(lease("before")));
        }
    }

    @Test
    void contentsThatDoNotAgreeWithTheirChecksumAreNotBelieved() throws Exception {
        store().save(batch(lease("before")));
        write("snapshot-000000000002.json.gz", """
                {"format":1,"takenAt":"2026-01-31T08:00:00Z"}
                {"entries":0,"crc32c":"00000000"}
                """);

        assertThat(store().load().leases()).containsExactly(lease("before"));
    }

    @Test
    void aSnapshotOfALaterFormatIsNeitherSkippedNorOverwritten() throws Exception {
        store().save(batch(lease("older")));
        write("snapshot-000000000002.json.gz", "{\"format\":2,\"takenAt\":\"2026-01-31T08:00:00Z\"}\n…\n");

        assertThatThrownBy(() -> store().load())
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("later program")
                .hasMessageContaining("format 2, this program knows 1");
    }

    @Test
    void anUnfinishedFileIsNotRead() throws Exception {
        store().save(batch(lease("good")));
        Files.copy(files().get(0), directory.resolve("unfinished.tmp"));

        assertThat(store().load().leases()).containsExactly(lease("good"));
    }

    @Test
    void aFileInThePlaceOfTheDirectoryIsAFailureThatSaysSo() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> store(file).load()).hasMessage("cannot read " + file + ": it is not a directory");
        assertThatThrownBy(() -> store(file).save(batch(lease("a"))))
                .hasMessage("cannot write to " + file + ": it is not a directory");
    }

    @Test
    @Tag("mount")
    void aFullDiskLeavesTheLastSnapshotWhole() throws Exception {
        mounted("size=64k", () -> {
            store().save(batch(lease("good")));
            LeaseState[] many = Stream.iterate(1, i -> i + 1)
                    .limit(20_000)
                    .map(i -> lease("random-" + Integer.toHexString(i * 0x9E3779B9)))
                    .toArray(LeaseState[]::new);

            assertThatThrownBy(() -> store().save(batch(many))).hasMessageContaining("No space left on device");

            assertThat(store().load().leases()).containsExactly(lease("good"));
            store().save(batch(lease("after")));
            assertThat(store().load().leases()).containsExactly(lease("after"));
        });
    }

    @Test
    @Tag("mount")
    void aReadOnlyDiskCanBeReadAndSaysWhyItIsNotWritten() throws Exception {
        mounted("size=64k", () -> {
            store().save(batch(lease("good")));
            run("mount", "-o", "remount,ro", directory.toString());

            assertThatThrownBy(() -> store().save(batch(lease("more")))).hasMessageContaining("Read-only file system");
            assertThat(store().load().leases()).containsExactly(lease("good"));
        });
    }

    private interface Action {
        void run() throws Exception;
    }

    private void mounted(String options, Action action) throws Exception {
        assertThat(run("mount", "-t", "tmpfs", "-o", options, "tmpfs", directory.toString()))
                .as("mounts a small disk, which takes the right to: leave out with -Dtests.excluded=mount")
                .isZero();
        try {
            action.run();
        } finally {
            run("umount", directory.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    private void write(String name, String lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(directory.resolve(name), bytes.toByteArray());
    }
}
