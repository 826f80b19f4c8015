package dev.buoy.peer;

import static dev.buoy.changelog.Origin.PEER;

import dev.buoy.model.InstanceInfo;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import dev.buoy.wire.RegistrationCheck;
import dev.buoy.wire.ReplicationAnswer;
import dev.buoy.wire.ReplicationTask;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Applies what another server tells, entry by entry and in order, as the single request with the replication header would be
 * (contract §9.4). Nothing of it is told on: one hop.
 */
@Singleton
public final class ReplicationReceiver {
    private static final Logger LOG = Logger.getLogger(ReplicationReceiver.class);

    private final Registry registry;

    public ReplicationReceiver(Registry registry) {
        this.registry = registry;
    }

    /** As many answers as tasks, in the same order, since the sender pairs them by position. */
    public List<ReplicationAnswer> apply(List<ReplicationTask> tasks) {
        List<ReplicationAnswer> answers = new ArrayList<>(tasks.size());
        for (ReplicationTask task : tasks) {
            answers.add(applyOrFail(task));
        }
        return answers;
    }

    private ReplicationAnswer applyOrFail(ReplicationTask task) {
        if (task.isFaulty()) {
            return ReplicationAnswer.of(400);
        }
        try {
            return apply(task);
        } catch (RuntimeException e) {
            LOG.errorf(e, "A %s from a peer failed; the rest of its batch is applied", task.action());
            return ReplicationAnswer.of(500);
        }
    }

    private ReplicationAnswer apply(ReplicationTask task) {
        String app = task.appName();
        String id = task.id();
        long dirty = task.lastDirtyTimestamp();
        return switch (task.action()) {
            case Register -> register(task);
            case Heartbeat -> answer(registry.renew(PEER, app, id, dirty, task.overriddenStatus()));
            case Cancel -> known(registry.cancel(PEER, app, id));
            case StatusUpdate -> known(registry.overrideStatus(PEER, app, id, task.status(), dirty));
            case DeleteStatusOverride -> known(registry.clearOverride(PEER, app, id, task.status(), dirty));
        };
    }

    private ReplicationAnswer register(ReplicationTask task) {
        InstanceInfo incoming = task.instance();
        if (RegistrationCheck.firstFault(task.appName(), incoming).isPresent()) {
            return ReplicationAnswer.of(400);
        }
        registry.register(PEER, incoming);
        return ReplicationAnswer.of(200);
    }

    private static ReplicationAnswer answer(Renewal renewal) {
        return switch (renewal.outcome()) {
            case RENEWED -> ReplicationAnswer.of(200);
            case UNKNOWN, NEWER_ELSEWHERE -> ReplicationAnswer.of(404);
            case OLDER_ELSEWHERE -> new ReplicationAnswer(409, renewal.ours());
        };
    }

    private static ReplicationAnswer known(boolean known) {
        return ReplicationAnswer.of(known ? 200 : 404);
    }
}
