package dev.buoy.web;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.MetricsConfig;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many requests there were by what clients call themselves (contract §2.1). A name is whatever a client sends, so only plain
 * ones are counted by themselves, and no more of them than a bounded number.
 */
@Singleton
final class ClientNames {
    static final String UNNAMED = "_unnamed";
    static final String OTHER = "_other";

    private static final CharSequence HEADER = AsciiString.cached("discoveryidentity-name");
    private static final int LONGEST = 64;

    private final boolean enabled;
    private final int most;
    private final MeterRegistry meters;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final LongAdder unnamed;
    private final LongAdder other;

    ClientNames(EurekaServerConfig server, MetricsConfig config, MeterRegistry meters) {
        this.enabled = server.logIdentityHeaders();
        this.most = config.maxClientNames();
        this.meters = meters;
        this.unnamed = published(UNNAMED);
        this.other = published(OTHER);
    }

    void count(MultiMap headers) {
        if (enabled) {
            adder(headers.get(HEADER)).increment();
        }
    }

    private LongAdder adder(String name) {
        if (name == null) {
            return unnamed;
        }
        LongAdder known = counts.get(name);
        return known != null ? known : add(name);
    }

    private synchronized LongAdder add(String name) {
        if (counts.size() >= most && !counts.containsKey(name) || !isPlain(name)) {
            return other;
        }
        return counts.computeIfAbsent(name, this::published);
    }

    private LongAdder published(String name) {
        LongAdder count = new LongAdder();
        FunctionCounter.builder("eureka.server.client.requests", count, LongAdder::sum)
                .description("Requests by what clients call themselves in DiscoveryIdentity-Name")
                .tag("name", name)
                .register(meters);
        return count;
    }

    private static boolean isPlain(String name) {
        if (name.isEmpty() || name.length() > LONGEST || name.charAt(0) == '_') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letterOrDigit = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!letterOrDigit && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }
}
