package dev.buoy.dashboard;

import dev.buoy.audit.Act;
import dev.buoy.audit.AuditTrail;
import dev.buoy.audit.Outcome;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Does to instances what an administrator wants done, as a client of this server would: it goes to the peers and stands among the
 * changes. Each deed leaves an entry in the audit trail.
 */
@Singleton
public final class Actor {
    private final Registry registry;
    private final AuditTrail trail;

    Actor(Registry registry, AuditTrail trail) {
        this.registry = registry;
        this.trail = trail;
    }

    /**
     * What came of it for one instance.
     *
     * @param app        application name
     * @param instanceId of the instance
     * @param done       whether it was done
     * @param text       what it was and is, or why nothing was done
     */
    public record Result(String app, String instanceId, boolean done, String text) {}

    List<Result> act(String who, String from, Deed deed, List<InstanceKey> keys) {
        List<Result> results = new ArrayList<>();
        for (InstanceKey key : keys) {
            Result result = act(deed, key);
            trail.record(
                    new Act(who, from, deed.action(), key.toString()),
                    result.done() ? Outcome.DONE : Outcome.FAILED,
                    result.text());
            results.add(result);
        }
        return results;
    }

    /** Writes down that nothing was done. */
    void refused(String who, String from, Optional<Deed> deed) {
        String action = deed.map(Deed::action).orElse("act");
        trail.record(new Act(who, from, action, "?"), Outcome.REFUSED, "the form was not one of ours");
    }

    private Result act(Deed deed, InstanceKey key) {
        Optional<InstanceInfo> before = registry.lease(key.app(), key.id()).map(LeaseState::instance);
        boolean known = before.isPresent() && carryOut(deed, key, before.get());
        if (!known) {
            return new Result(key.app(), key.id(), false, "no longer listed");
        }
        String after = registry.lease(key.app(), key.id())
                .map(state -> state.instance().status().name())
                .orElse("no longer listed");
        return new Result(key.app(), key.id(), true, "was " + before.get().status() + ", is " + after);
    }

    private boolean carryOut(Deed deed, InstanceKey key, InstanceInfo before) {
        String app = key.app();
        String id = key.id();
        return switch (deed) {
            case TAKE_OUT -> force(key, InstanceStatus.OUT_OF_SERVICE);
            case BRING_BACK ->
                before.overriddenStatus() == InstanceStatus.UNKNOWN
                        ? force(key, InstanceStatus.UP)
                        : registry.clearOverride(Origin.CLIENT, app, id, InstanceStatus.UP, Registry.NO_TIMESTAMP);
            case CLEAR -> registry.clearOverride(Origin.CLIENT, app, id, null, Registry.NO_TIMESTAMP);
            case REMOVE -> registry.cancel(Origin.CLIENT, app, id);
        };
    }

    private boolean force(InstanceKey key, InstanceStatus status) {
        return registry.overrideStatus(Origin.CLIENT, key.app(), key.id(), status, Registry.NO_TIMESTAMP);
    }
}
