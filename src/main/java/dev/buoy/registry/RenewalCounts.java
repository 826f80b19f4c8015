package dev.buoy.registry;

import dev.buoy.changelog.Origin;
import java.util.concurrent.atomic.LongAdder;

/** How many renewals there were since start, by origin. They leave no entry in the log, so they are counted where they happen. */
public final class RenewalCounts {
    private final LongAdder[] renewed = adders();
    private final LongAdder[] notFound = adders();

    RenewalCounts() {}

    void countRenewed(Origin origin) {
        renewed[origin.ordinal()].increment();
    }

    void countNotFound(Origin origin) {
        notFound[origin.ordinal()].increment();
    }

    /** Renewals that found their lease, also those that were answered with 404 or 409 since the copies differ. */
    public long renewed(Origin origin) {
        return renewed[origin.ordinal()].sum();
    }

    /** Renewals without a lease: their clients were told to register. */
    public long notFound(Origin origin) {
        return notFound[origin.ordinal()].sum();
    }

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[Origin.values().length];
        for (int i = 0; i < adders.length; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }
}
