package dev.buoy.web;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.RateLimiterConfig;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Bounds how many fetches are answered (contract §11): one bucket for all, and one more for full ones. Nothing but fetches
 * is ever limited. While it is off it counts what it would have refused.
 */
@Singleton
public final class RateLimiter {
    private static final CharSequence IDENTITY_NAME = AsciiString.cached("discoveryidentity-name");

    private final boolean enabled;
    private final boolean throttleStandardClients;
    private final Set<String> privileged;
    private final TokenBucket fetches;
    private final TokenBucket fullFetches;
    private final LongAdder excess = new LongAdder();

    @Inject
    RateLimiter(EurekaServerConfig config, InstantSource clock) {
        this((RateLimiterConfig) config, clock);
    }

    RateLimiter(RateLimiterConfig config, InstantSource clock) {
        enabled = config.rateLimiterEnabled();
        throttleStandardClients = config.rateLimiterThrottleStandardClients();
        privileged = new HashSet<>(config.rateLimiterPrivilegedClients().orElse(Set.of()));
        privileged.add("DefaultClient");
        privileged.add("DefaultServer");
        int burst = config.rateLimiterBurstSize();
        fetches = new TokenBucket(burst, config.rateLimiterRegistryFetchAverageRate(), clock);
        fullFetches = new TokenBucket(burst, config.rateLimiterFullFetchAverageRate(), clock);
    }

    /** Whether a fetch of the delta or of one application is answered. */
    boolean admits(MultiMap headers) {
        return isPrivileged(headers) || admitted(fetches.take());
    }

    /** Whether a fetch of the whole registry is answered. It draws from both buckets, even if the first is empty. */
    boolean admitsFull(MultiMap headers) {
        return isPrivileged(headers) || admitted(fetches.take() & fullFetches.take());
    }

    /** How many fetches were, or while it is off would have been, refused since start. */
    public long excess() {
        return excess.sum();
    }

    private boolean isPrivileged(MultiMap headers) {
        if (throttleStandardClients) {
            return false;
        }
        String name = headers.get(IDENTITY_NAME);
        return name != null && privileged.contains(name);
    }

    private boolean admitted(boolean withinLimits) {
        if (withinLimits) {
            return true;
        }
        excess.increment();
        return !enabled;
    }
}
