package dev.buoy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void joinedChecksumsEqualThatOfAllTheBytes(long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(200_000)];
        random.nextBytes(bytes);

        Checksum joined = Checksum.EMPTY;
        int from = 0;
        while (from < bytes.length) {
            int length = Math.min(bytes.length - from, random.nextInt(1 << random.nextInt(16)));
            joined = joined.then(Checksum.of(bytes, from, length));
            from += length;
        }

        CRC32 whole = new CRC32();
        whole.update(bytes);
        assertThat(joined.crc()).isEqualTo((int) whole.getValue());
        assertThat(joined.length()).isEqualTo(bytes.length);
    }

    @Test
    void joiningIsAssociative() {
        Checksum a = Checksum.of(new byte[] {1, 2, 3}, 0, 3);
        Checksum b = Checksum.of(new byte[] {0, 0, 0, 0, 9}, 0, 5);
        Checksum c = Checksum.of(new byte[] {7}, 0, 1);

        assertThat(a.then(b).then(c)).isEqualTo(a.then(b.then(c)));
        assertThat(Checksum.EMPTY.then(a)).isEqualTo(a).isEqualTo(a.then(Checksum.EMPTY));
    }
}
