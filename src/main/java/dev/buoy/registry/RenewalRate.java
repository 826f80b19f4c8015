package dev.buoy.registry;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many renewals came in the last minute: a window that slides by a quarter of a second, never longer than a minute.
 * (A longer one would count a client that renews every 30 s three times now and then, and so hide losses.)
 */
final class RenewalRate {
    private static final long BUCKET_MILLIS = 250;
    private static final int BUCKETS = (int) (60_000 / BUCKET_MILLIS);

    private record Bucket(long number, LongAdder count) {}

    private final AtomicReferenceArray<Bucket> ring = new AtomicReferenceArray<>(BUCKETS);

    void count(long now) {
        bucket(now / BUCKET_MILLIS).count().increment();
    }

    /** Renewals of the minute that ends now. */
    long lastMinute(long now) {
        long newest = now / BUCKET_MILLIS;
        long sum = 0;
        for (int i = 0; i < BUCKETS; i++) {
            Bucket bucket = ring.get(i);
            if (bucket != null && bucket.number() > newest - BUCKETS && bucket.number() <= newest) {
                sum += bucket.count().sum();
            }
        }
        return sum;
    }

    private Bucket bucket(long number) {
        int index = (int) Math.floorMod(number, (long) BUCKETS);
        while (true) {
            Bucket present = ring.get(index);
            if (present != null && present.number() >= number) {
                return present;
            }
            Bucket fresh = new Bucket(number, new LongAdder());
            if (ring.compareAndSet(index, present, fresh)) {
                return fresh;
            }
        }
    }
}
