package dev.buoy.runtime;

import dev.buoy.changelog.Origin;
import dev.buoy.config.EurekaClientConfig;
import dev.buoy.config.EurekaInstanceConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.LeaseInfo;
import dev.buoy.peer.Cluster;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import dev.buoy.web.OwnInstance;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/**
 * The lease of this server as an instance of its own registry ({@code register-with-eureka}): so it appears at its peers, as
 * Eureka's servers do. Without peers there is nobody to appear to.
 */
@Singleton
final class OwnLease {
    private final EurekaClientConfig client;
    private final Cluster cluster;
    private final Registry registry;
    private final InstanceInfo own;
    private final InstantSource clock;
    private long renewsAt; // 0 while not registered

    OwnLease(
            EurekaClientConfig client,
            EurekaInstanceConfig instance,
            Cluster cluster,
            Registry registry,
            OwnInstance own,
            InstantSource clock) {
        this.client = client;
        this.cluster = cluster;
        this.registry = registry;
        this.clock = clock;
        this.own = own.info()
                .withLease(LeaseInfo.terms(
                        instance.leaseRenewalIntervalInSeconds(), instance.leaseExpirationDurationInSeconds()));
        registry.self(this.own.key());
    }

    /** Registers or renews if that is due; a server that is still copying is not there yet. */
    void run() {
        long now = clock.millis();
        if (!client.enabled()
                || !client.registerWithEureka()
                || now < renewsAt
                || cluster.peers().isEmpty()
                || !cluster.startupCopy().isDone()) {
            return;
        }
        renewsAt = now + 1000L * own.leaseInfo().renewalIntervalInSecs();
        Renewal renewal = registry.renew(Origin.CLIENT, own.app(), own.instanceId(), own.lastDirtyTimestamp(), null);
        if (renewal.outcome() != Renewal.Outcome.RENEWED) {
            registry.register(Origin.CLIENT, own);
        }
    }

    void cancel() {
        if (renewsAt != 0 && client.shouldUnregisterOnShutdown()) {
            registry.cancel(Origin.CLIENT, own.app(), own.instanceId());
        }
    }
}
