package dev.buoy.peer;

import dev.buoy.model.ActionType;
import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.wire.DecodedApplications;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.WireFormat;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * A read-only copy of another region's registry (contract §10), fetched again and again: the changes, or everything when
 * these do not add up to what is there. What was fetched last is shown while the region does not answer.
 */
public final class RemoteRegion {
    private static final Logger LOG = Logger.getLogger(RemoteRegion.class);
    private static final int MOST_BYTES = 1 << 30;
    private static final String JSON = "application/json";

    private final String name;
    private final HttpPeer http;
    private final EurekaCodec codec;
    private final Predicate<String> shown;
    private final boolean deltas;
    private final long intervalMillis;
    private final long silenceMillis;
    private final long retentionMillis;
    private final InstantSource clock;
    private final RateLimitedLog complaints = new RateLimitedLog(LOG);

    private boolean asking;
    private long nextAt;
    private Applications all = Applications.NONE; // also what is not shown: the hash code is of everything
    private final Map<InstanceKey, Change> changes = new LinkedHashMap<>();
    private volatile Copy copy;

    private record Change(long at, InstanceInfo instance) {}

    /**
     * What is shown of the region at one moment.
     *
     * @param version      rises with each change
     * @param applications what is listed
     * @param changed      what changed of late, with its action
     */
    public record Copy(long version, Applications applications, List<InstanceInfo> changed) {}

    /** @param shown which applications are shown, by name */
    RemoteRegion(
            String name,
            HttpPeer http,
            EurekaCodec codec,
            Predicate<String> shown,
            boolean deltas,
            long intervalMillis,
            long silenceMillis,
            long retentionMillis,
            InstantSource clock) {
        this.name = name;
        this.http = http;
        this.codec = codec;
        this.shown = shown;
        this.deltas = deltas;
        this.intervalMillis = intervalMillis;
        this.silenceMillis = silenceMillis;
        this.retentionMillis = retentionMillis;
        this.clock = clock;
    }

    public String name() {
        return name;
    }

    /** What is shown of it; null until it was fetched once. */
    public Copy copy() {
        return copy;
    }

    /** Fetches if that is due; never waits. */
    synchronized void run() {
        long now = clock.millis();
        forgetChanges(now);
        if (asking || now < nextAt) {
            return;
        }
        asking = true;
        nextAt = now + intervalMillis;
        if (copy == null || !deltas) {
            fetchAll();
        } else {
            http.get("apps/delta", JSON, MOST_BYTES, silenceMillis, this::takeChanges);
        }
    }

    private void fetchAll() {
        http.get("apps/", JSON, MOST_BYTES, silenceMillis, this::takeAll);
    }

    private synchronized void takeAll(HttpReply reply) {
        asking = false;
        DecodedApplications document = read(reply);
        if (document != null) {
            become(document.applications());
        }
    }

    private synchronized void takeChanges(HttpReply reply) {
        DecodedApplications delta = reply.isSuccess() ? read(reply) : null;
        Applications next = delta == null ? null : changed(delta);
        if (next == null || !next.counts().appsHashCode().equals(delta.appsHashCode())) {
            fetchAll(); // a refused delta means the same: 403 where deltas are off
            return;
        }
        asking = false;
        become(next);
    }

    private Applications changed(DecodedApplications delta) {
        Applications next = all;
        for (Application application : delta.applications()) {
            for (InstanceInfo instance : application.instances()) {
                next = instance.actionType() == ActionType.DELETED ? next.without(instance.key()) : next.with(instance);
            }
        }
        return next;
    }

    private DecodedApplications read(HttpReply reply) {
        String reason = reply.isAnswer() ? "HTTP status " + reply.status() : reply.reason();
        if (reply.isSuccess()) {
            try {
                DecodedApplications document = codec.decodeApplications(WireFormat.JSON, reply.body());
                complaints.succeeded(clock.millis(), "Region " + name + " is fetched");
                return document;
            } catch (MalformedPayloadException e) {
                reason = "an answer that is no registry: " + e.getMessage();
            }
        }
        complaints.failed(
                clock.millis(), "Region " + name + " is not to be fetched, what was fetched last is shown", reason);
        return null;
    }

    private void become(Applications next) {
        long now = clock.millis();
        Applications before = visible(all);
        all = next;
        Applications after = visible(next);
        boolean moved = copy == null;
        Map<InstanceKey, InstanceInfo> gone = new HashMap<>();
        before.forEach(application -> application.forEach(instance -> gone.put(instance.key(), instance)));
        for (Application application : after) {
            for (InstanceInfo instance : application.instances()) {
                InstanceInfo old = gone.remove(instance.key());
                if (old == null || RegistryDigest.of(old) != RegistryDigest.of(instance)) {
                    note(now, instance, old == null ? ActionType.ADDED : ActionType.MODIFIED);
                    moved = true;
                }
            }
        }
        for (InstanceInfo instance : gone.values()) {
            note(now, instance, ActionType.DELETED);
            moved = true;
        }
        if (moved) {
            publish(after);
        }
    }

    private void note(long now, InstanceInfo instance, ActionType action) {
        changes.remove(instance.key());
        changes.put(
                instance.key(),
                new Change(now, instance.toBuilder().actionType(action).build()));
    }

    private void forgetChanges(long now) {
        if (changes.values().removeIf(change -> change.at() + retentionMillis < now)) {
            publish(copy.applications());
        }
    }

    private void publish(Applications applications) {
        List<InstanceInfo> changed = new ArrayList<>();
        changes.values().forEach(change -> changed.add(change.instance()));
        copy = new Copy(copy == null ? 1 : copy.version() + 1, applications, List.copyOf(changed));
    }

    private Applications visible(Applications applications) {
        List<Application> visible = new ArrayList<>();
        for (Application application : applications) {
            if (shown.test(application.name())) {
                visible.add(application);
            }
        }
        return Applications.of(visible);
    }
}
