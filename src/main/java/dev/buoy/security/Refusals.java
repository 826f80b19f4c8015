package dev.buoy.security;

import dev.buoy.text.Printable;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Counts what was refused, and says who was refused what. */
@Singleton
public final class Refusals {
    private static final Logger LOG = Logger.getLogger(Refusals.class);
    private static final String METER = "buoy.security.refused";
    private static final String WHAT = "Requests refused, for want of valid credentials or by a rule";

    private final Counter unauthenticated;
    private final Counter forbidden;

    Refusals(MeterRegistry meters) {
        this.unauthenticated = Counter.builder(METER)
                .description(WHAT)
                .tag("reason", "unauthenticated")
                .register(meters);
        this.forbidden = Counter.builder(METER)
                .description(WHAT)
                .tag("reason", "forbidden")
                .register(meters);
    }

    /** Somebody had no credentials where they are needed, or wrong ones: 401. */
    public void unauthenticated() {
        unauthenticated.increment();
    }

    /** Somebody who is known may not do this: 403. */
    public void forbidden(Caller caller, String method, String path, String rule) {
        forbidden.increment();
        LOG.debugf("Refused to %s: %s %s: %s", caller.name(), method, Printable.of(path), rule);
    }
}
