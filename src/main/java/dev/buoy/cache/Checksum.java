package dev.buoy.cache;

import java.util.zip.CRC32;

/**
 * The CRC-32 of some bytes, in a form that can be joined with that of the bytes after them without seeing either again.
 *
 * <p>A CRC is a polynomial over GF(2), modulo the CRC's own. To put n bytes behind others is to multiply the CRC of those
 * by x<sup>8n</sup> and to add that of the n bytes. As CRC-32 reflects its bits, the highest bit of an {@code int} here is
 * the coefficient of x<sup>0</sup>.
 *
 * @param crc    as {@link CRC32} gives it
 * @param length how many bytes it covers
 * @param shift  x<sup>8 · length</sup>, kept so that joining costs one multiplication however long the bytes are
 */
record Checksum(int crc, long length, int shift) {
    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int ONE = 1 << 31;

    /** Of no bytes: the neutral element. */
    static final Checksum EMPTY = new Checksum(0, 0, ONE);

    // At k: x to the power of 8 * 2^k.
    private static final int[] POWERS = new int[Long.SIZE - 1];

    static {
        POWERS[0] = ONE >>> 8;
        for (int k = 1; k < POWERS.length; k++) {
            POWERS[k] = multiply(POWERS[k - 1], POWERS[k - 1]);
        }
    }

    /** The checksum of bytes that a CRC has been run over. */
    static Checksum of(CRC32 crc, long length) {
        return new Checksum((int) crc.getValue(), length, shift(length));
    }

    static Checksum of(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        return of(crc, length);
    }

    /** The checksum of our bytes followed by those of another. */
    Checksum then(Checksum next) {
        return new Checksum(multiply(crc, next.shift) ^ next.crc, length + next.length, multiply(shift, next.shift));
    }

    private static int shift(long length) {
        int product = ONE;
        for (int k = 0; length >>> k != 0; k++) {
            if ((length >>> k & 1) != 0) {
                product = multiply(product, POWERS[k]);
            }
        }
        return product;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int term = b; // b * x^i
        for (int i = 31; i >= 0; i--) {
            product ^= term & -(a >>> i & 1);
            term = term >>> 1 ^ POLYNOMIAL & -(term & 1);
        }
        return product;
    }
}
