package dev.buoy.peer;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import dev.buoy.text.Printable;
import dev.buoy.wire.RegistrationCheck;
import dev.buoy.wire.ReplicationAnswer;
import dev.buoy.wire.ReplicationTask;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Applies the batches of other servers (contract §9.4): entry by entry in order, each as if a peer had sent it alone. What
 * comes in here is not passed on.
 */
@Singleton
public final class ReplicationReceiver {
    private static final Logger LOG = Logger.getLogger(ReplicationReceiver.class);
    private static final ReplicationAnswer OK = ReplicationAnswer.of(200);
    private static final ReplicationAnswer BAD_REQUEST = ReplicationAnswer.of(400);
    private static final ReplicationAnswer CONFLICT = ReplicationAnswer.of(409);
    private static final ReplicationAnswer NOT_FOUND = ReplicationAnswer.of(404);
    private static final ReplicationAnswer INTERNAL_SERVER_ERROR = ReplicationAnswer.of(500);

    private final Registry registry;
    private final PeerExports exports;

    public ReplicationReceiver(Registry registry, PeerExports exports) {
        this.registry = registry;
        this.exports = exports;
    }

    /** What this node calls itself in {@link NodeId#HEADER} of its answers. */
    public NodeId self() {
        return exports.self();
    }

    /**
     * Applies a batch; one answer per entry, in their order.
     *
     * @param sender the node id that came with it, or null. What a node sends to itself by a roundabout way changes nothing
     */
    public List<ReplicationAnswer> apply(List<ReplicationTask> tasks, String sender) {
        boolean own = exports.self().value().equals(sender);
        List<ReplicationAnswer> answers = new ArrayList<>(tasks.size());
        for (ReplicationTask task : tasks) {
            answers.add(own ? OK : answer(task, sender));
        }
        return answers;
    }

    private ReplicationAnswer answer(ReplicationTask task, String sender) {
        if (task.isFaulty()) {
            return BAD_REQUEST;
        }
        try {
            return apply(task, sender);
        } catch (RuntimeException e) {
            LOG.errorf(
                    e, "An entry about %s failed, answered with 500", Printable.of(task.appName() + "/" + task.id()));
            return INTERNAL_SERVER_ERROR;
        }
    }

    private ReplicationAnswer apply(ReplicationTask task, String sender) {
        String app = task.appName();
        String id = task.id();
        return switch (task.action()) {
            case Register -> register(task, sender);
            case Heartbeat ->
                answer(registry.renew(Origin.PEER, app, id, task.lastDirtyTimestamp(), task.overriddenStatus()));
            case Cancel -> cancel(task, sender);
            case StatusUpdate ->
                found(registry.overrideStatus(Origin.PEER, app, id, task.status(), task.lastDirtyTimestamp()));
            case DeleteStatusOverride ->
                found(registry.clearOverride(Origin.PEER, app, id, task.status(), task.lastDirtyTimestamp()));
        };
    }

    // Buoy tells the times of the lease, and so a copy that was cancelled here can be told from one that registered
    // anew.
    private ReplicationAnswer register(ReplicationTask task, String sender) {
        InstanceInfo instance = task.instance();
        if (RegistrationCheck.firstFault(task.appName(), instance).isPresent()) {
            return BAD_REQUEST;
        }
        if (sender != null && exports.isCancelled(instance, sender)) {
            return CONFLICT;
        }
        registry.register(Origin.PEER, instance);
        return OK;
    }

    private static ReplicationAnswer answer(Renewal renewal) {
        return switch (renewal.outcome()) {
            case RENEWED -> OK;
            case UNKNOWN, NEWER_ELSEWHERE -> NOT_FOUND;
            case OLDER_ELSEWHERE -> new ReplicationAnswer(409, renewal.ours());
        };
    }

    // Only Buoy dates its cancels: one that comes late must not take away what has registered anew since.
    private ReplicationAnswer cancel(ReplicationTask task, String sender) {
        if (registry.cancel(Origin.PEER, task.appName(), task.id(), task.lastDirtyTimestamp())) {
            if (sender != null) {
                exports.cancellations().toldBy(new InstanceKey(task.appName(), task.id()), sender);
            }
            return OK;
        }
        return registry.view()
                .applications()
                .instance(task.appName(), task.id())
                .map(ours -> new ReplicationAnswer(409, ours))
                .orElse(NOT_FOUND);
    }

    private static ReplicationAnswer found(boolean known) {
        return known ? OK : NOT_FOUND;
    }
}
