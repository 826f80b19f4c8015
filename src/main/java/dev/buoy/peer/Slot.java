package dev.buoy.peer;

import static dev.buoy.wire.ReplicationAction.Cancel;
import static dev.buoy.wire.ReplicationAction.DeleteStatusOverride;
import static dev.buoy.wire.ReplicationAction.Heartbeat;
import static dev.buoy.wire.ReplicationAction.Register;
import static dev.buoy.wire.ReplicationAction.StatusUpdate;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.ReplicationAction;
import dev.buoy.wire.ReplicationTask;
import java.util.ArrayList;
import java.util.List;

/**
 * What one peer has yet to be told of one instance: never more than a cancel, a registration and an override, in this
 * order, whatever happened in between. A heartbeat matters only while there is nothing else.
 *
 * <p>What a cancel makes pointless is dropped, except that a heartbeat and an override which have only just happened still
 * go out before it, so that whoever watches the peer sees the same steps as here. A failed attempt ends that courtesy.
 */
final class Slot {
    private record Step(ReplicationAction action, long at, InstanceInfo instance) {}

    private final InstanceKey key;
    private long since;
    private boolean heartbeat;
    private long life; // when the client last showed itself; 0 if it has not since the last cancel
    private final List<Step> steps = new ArrayList<>(1);

    /** @param since when it began to wait, epoch milliseconds */
    Slot(InstanceKey key, long since) {
        this.key = key;
        this.since = since;
    }

    InstanceKey key() {
        return key;
    }

    /** When the oldest of it began to wait. */
    long since() {
        return since;
    }

    /** How many entries of a batch it makes. */
    int size() {
        return steps.size() + (heartbeat ? 1 : 0);
    }

    /** When the client last showed itself, as far as this slot knows. */
    long life() {
        return life;
    }

    boolean isHeartbeatOnly() {
        return steps.isEmpty();
    }

    /** @param at when the client renewed */
    void heartbeat(long at) {
        life = Math.max(life, at);
        if (steps.isEmpty()) {
            heartbeat = true;
        }
    }

    /**
     * @param life     when the client itself last showed that it lives; 0 if this is no sign of it
     * @param instance the copy to send
     */
    void register(long at, long life, InstanceInfo instance) {
        this.life = Math.max(this.life, life);
        forgetBeforeCancel();
        heartbeat = false;
        steps.removeIf(step -> step.action() == Register);
        int behindCancel = !steps.isEmpty() && steps.get(0).action() == Cancel ? 1 : 0;
        steps.add(behindCancel, new Step(Register, at, instance));
    }

    /**
     * @param cleared  whether the override was removed
     * @param instance as it is since
     */
    void override(long at, boolean cleared, InstanceInfo instance) {
        forgetBeforeCancel();
        steps.removeIf(step -> isOverride(step.action()));
        steps.add(new Step(cleared ? DeleteStatusOverride : StatusUpdate, at, instance));
    }

    /** @param instance its last state */
    void cancel(long at, InstanceInfo instance) {
        forgetBeforeCancel();
        steps.removeIf(step -> !isOverride(step.action()));
        life = 0;
        steps.add(new Step(Cancel, at, instance));
    }

    /** An attempt failed: what is not needed for the outcome is not tried again. */
    void attemptFailed() {
        forgetBeforeCancel();
    }

    /** Puts what happened later behind this. */
    void append(Slot later) {
        if (later.heartbeat) {
            heartbeat(later.life);
        }
        for (Step step : later.steps) {
            switch (step.action()) {
                case Register -> register(step.at(), later.life, step.instance());
                case StatusUpdate, DeleteStatusOverride ->
                    override(step.at(), step.action() == DeleteStatusOverride, step.instance());
                case Cancel -> cancel(step.at(), step.instance());
                case Heartbeat -> throw new IllegalStateException("a heartbeat is no step");
            }
        }
    }

    /**
     * Drops what is too old to be worth sending (contract §9.2): a registration after the interval in which the client
     * renews, since the next heartbeat brings it anyhow; the rest after the time given.
     */
    void expire(long now, long mostMillis) {
        steps.removeIf(step -> now - step.at()
                > (step.action() == Register ? renewalMillis(step.instance(), mostMillis) : mostMillis));
        if (heartbeat && now - since > mostMillis) {
            heartbeat = false;
        }
        if (!heartbeat && !steps.isEmpty()) {
            since = Math.max(since, steps.stream().mapToLong(Step::at).min().orElse(since));
        }
    }

    private static long renewalMillis(InstanceInfo instance, long mostMillis) {
        return Math.max(mostMillis, 1000L * instance.leaseInfo().renewalIntervalInSecs());
    }

    /**
     * The entries to send.
     *
     * @param present       the instance as it is listed now, or null
     * @param toBuoy  whether a registration tells when the client last showed itself, and a cancel the copy it is about
     */
    List<ReplicationTask> tasks(InstanceInfo present, boolean toBuoy) {
        List<ReplicationTask> tasks = new ArrayList<>(size());
        if (heartbeat) {
            InstanceInfo renewed = !steps.isEmpty() ? steps.get(0).instance() : present;
            if (renewed != null) {
                tasks.add(task(Heartbeat, renewed.lastDirtyTimestamp(), override(renewed), renewed.status(), null));
            }
        }
        for (Step step : steps) {
            InstanceInfo instance = step.instance();
            tasks.add(
                    switch (step.action()) {
                        case Register ->
                            task(
                                    Register,
                                    instance.lastDirtyTimestamp(),
                                    null,
                                    instance.status(),
                                    toBuoy ? timed(instance) : instance);
                        case Cancel ->
                            task(
                                    Cancel,
                                    toBuoy ? instance.lastDirtyTimestamp() : EurekaCodec.NO_TIMESTAMP,
                                    null,
                                    null,
                                    null);
                        default -> task(step.action(), instance.lastDirtyTimestamp(), null, instance.status(), null);
                    });
        }
        return tasks;
    }

    private ReplicationTask task(
            ReplicationAction action,
            long dirtyTimestamp,
            InstanceStatus overridden,
            InstanceStatus status,
            InstanceInfo instance) {
        return new ReplicationTask(action, key.app(), key.id(), dirtyTimestamp, overridden, status, instance);
    }

    // Not the times of the lease here, which peers move as well.
    private InstanceInfo timed(InstanceInfo copy) {
        return copy.withLease(copy.leaseInfo().begunAt(life));
    }

    private static InstanceStatus override(InstanceInfo instance) {
        return instance.overriddenStatus() == InstanceStatus.UNKNOWN ? null : instance.overriddenStatus();
    }

    private static boolean isOverride(ReplicationAction action) {
        return action == StatusUpdate || action == DeleteStatusOverride;
    }

    private void forgetBeforeCancel() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).action() == Cancel) {
                steps.subList(0, i).clear();
                heartbeat = false;
                return;
            }
        }
    }
}
