package dev.buoy.peer;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.changelog.Tail;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.registry.Registry;
import dev.buoy.text.Printable;
import dev.buoy.wire.ReplicationAction;
import dev.buoy.wire.ReplicationAnswer;
import dev.buoy.wire.ReplicationTask;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;

/**
 * What one peer is sent (contract §9.1, §9.2): the changes that clients of this server made, read from the log at a place
 * of its own, and heartbeats, put together in batches. A slow or dead peer has only its own replicator wait.
 *
 * <p>Whatever goes wrong, what was to be sent is kept and tried again after a growing pause, within its age limit (D-25). Only
 * a peer that refuses a batch outright may be refusing one entry of it: such a batch is halved until the entry is alone,
 * and then the entry is dropped.
 *
 * <p>Guarded by its monitor, under which nothing waits.
 */
public final class PeerReplicator {
    private static final Logger LOG = Logger.getLogger(PeerReplicator.class);
    private static final int ATTEMPTS_ALONE = 2;
    private static final long EXPIRY_PAUSE_MILLIS = 1_000;

    private final String name;
    private final ReplicationLink link;
    private final Registry registry;
    private final ChangeLog log;
    private final ReplicationTerms terms;
    private final InstantSource clock;
    private final ReplicationQueue queue;
    private final Backoff backoff;
    private final RateLimitedLog complaints = new RateLimitedLog(LOG);
    private final RateLimitedLog drops = new RateLimitedLog(LOG);
    private final RateLimitedLog overruns = new RateLimitedLog(LOG);

    private long place;
    private int batchLimit;
    private int refusedAlone;
    private int batchesOnTheWay;
    private boolean sending;
    private boolean toBuoy;
    private long nextExpiry;

    private long batches;
    private long sent;
    private final Map<BatchOutcome, Long> failures = new EnumMap<>(BatchOutcome.class);
    private long lastSuccess;
    private long lastFailure;
    private String lastError = "";
    private BatchOutcome lastOutcome;

    /** @param name of the peer, for people */
    PeerReplicator(
            String name,
            ReplicationLink link,
            Registry registry,
            ChangeLog log,
            ReplicationTerms terms,
            InstantSource clock,
            RandomGenerator random) {
        this.name = name;
        this.link = link;
        this.registry = registry;
        this.log = log;
        this.terms = terms;
        this.clock = clock;
        this.queue = new ReplicationQueue(terms.maxWaiting(), terms.maxAge().toMillis());
        this.backoff = new Backoff(terms.maxBackOff(), random);
        this.batchLimit = terms.batchSize();
        this.place = log.revision();
    }

    /** Whether the peer is Buoy, and so told the times that matter to it. */
    synchronized void toBuoy(boolean buoy) {
        toBuoy = buoy;
    }

    /** Notes renewals by clients. */
    synchronized void renewed(Collection<InstanceKey> keys) {
        long now = clock.millis();
        for (InstanceKey key : keys) {
            queue.heartbeat(key, now);
        }
    }

    /**
     * One pass: takes in what happened, and sends what has waited long enough.
     *
     * @param maySend whether anything may be sent at present
     */
    synchronized void run(boolean maySend) {
        takeChanges();
        expireNowAndThen();
        if (maySend) {
            sendWhatIsDue(terms.batchDelay().toMillis());
        }
    }

    /** Sends all that waits at once, as far as the peer takes it; for the end. */
    synchronized void flush() {
        takeChanges();
        sendWhatIsDue(0);
    }

    /** Whether nothing waits and nothing is on its way. */
    synchronized boolean isIdle() {
        return queue.size() == 0 && queue.onTheWay() == 0 && place >= log.revision();
    }

    synchronized ReplicatorState state() {
        long oldest = queue.oldestNotArrived();
        return new ReplicatorState(
                queue.size() + queue.onTheWay(),
                oldest == Long.MAX_VALUE ? 0 : Math.max(0, clock.millis() - oldest),
                batches,
                sent,
                queue.dropped(),
                Map.copyOf(failures),
                backoff.failures(),
                lastSuccess,
                lastFailure,
                lastError,
                lastOutcome);
    }

    private void takeChanges() {
        Tail tail = log.after(place);
        if (tail.compacted()) {
            startOver();
            return;
        }
        for (LogEntry entry : tail.entries()) {
            place = entry.revision();
            if (entry.origin() == Origin.CLIENT) {
                take(entry);
            }
        }
    }

    private void take(LogEntry entry) {
        Slot slot = queue.slot(entry.change().key(), entry.at());
        InstanceInfo after = entry.change().instance();
        switch (entry.change().kind()) {
            case REGISTERED ->
                slot.register(entry.at(), entry.at(), entry.change().incoming());
            case METADATA_CHANGED -> slot.register(entry.at(), 0, entry.change().incoming());
            case STATUS_OVERRIDDEN -> slot.override(entry.at(), false, after);
            case OVERRIDE_CLEARED -> slot.override(entry.at(), true, after);
            case CANCELLED -> slot.cancel(entry.at(), after);
            case EVICTED -> throw new IllegalStateException("clients do not evict");
        }
    }

    // So much happened at once that the log has dropped changes not yet seen. Heartbeats for all show what the peer
    // lacks.
    private void startOver() {
        long now = clock.millis();
        place = log.revision();
        overruns.failed(
                now,
                "Peer " + name + ": all instances are compared by heartbeats",
                "changes came faster than the log keeps them");
        registry.view().applications().forEach(application -> application.forEach(i -> queue.heartbeat(i.key(), now)));
    }

    private void expireNowAndThen() {
        long now = clock.millis();
        if (now >= nextExpiry) {
            nextExpiry = now + EXPIRY_PAUSE_MILLIS;
            queue.expire(now);
        }
    }

    private void sendWhatIsDue(long delayMillis) {
        if (sending) {
            return;
        }
        sending = true;
        try {
            long now = clock.millis();
            while (isDue(delayMillis, now) && backoff.allows(now) && batchesOnTheWay < mostOnTheWay()) {
                if (!sendBatch(now)) {
                    return;
                }
            }
        } finally {
            sending = false;
        }
    }

    private boolean isDue(long delayMillis, long now) {
        return queue.size() > 0 && (queue.size() >= batchLimit || queue.oldest() + delayMillis <= now);
    }

    // A peer that failed is tried with one batch before it gets more.
    private int mostOnTheWay() {
        return backoff.failures() > 0 || refusedAlone > 0 || batchLimit < terms.batchSize() ? 1 : terms.maxOnTheWay();
    }

    private boolean sendBatch(long now) {
        List<Slot> slots = queue.take(batchLimit, now);
        if (slots.isEmpty()) {
            return false;
        }
        List<ReplicationTask> batch = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (Slot slot : slots) {
            batch.addAll(slot.tasks(present(slot.key()), toBuoy));
            ends.add(batch.size());
        }
        if (batch.isEmpty()) {
            queue.arrived(slots);
            return true;
        }
        batchesOnTheWay++;
        link.send(batch, reply -> replied(slots, ends, batch, reply));
        return true;
    }

    private synchronized void replied(
            List<Slot> slots, List<Integer> ends, List<ReplicationTask> batch, BatchReply reply) {
        batchesOnTheWay--;
        long now = clock.millis();
        BatchReply checked = checked(reply, batch.size());
        lastOutcome = checked.outcome();
        if (checked.outcome() == BatchOutcome.ANSWERED) {
            arrived(slots, ends, batch, checked.answers(), now);
        } else {
            failed(slots, batch.size(), checked, now);
        }
        sendWhatIsDue(terms.batchDelay().toMillis());
    }

    private static BatchReply checked(BatchReply reply, int entries) {
        if (reply.outcome() == BatchOutcome.ANSWERED && reply.answers().size() != entries) {
            String reason = reply.answers().size() + " answers to " + entries + " entries";
            return BatchReply.failed(BatchOutcome.REFUSED, reason);
        }
        return reply;
    }

    private void arrived(
            List<Slot> slots,
            List<Integer> ends,
            List<ReplicationTask> batch,
            List<ReplicationAnswer> answers,
            long now) {
        batches++;
        sent += batch.size();
        lastSuccess = now;
        refusedAlone = 0;
        batchLimit = Math.min(2 * batchLimit, terms.batchSize());
        backoff.succeeded();
        complaints.succeeded(now, "Peer " + name + " takes changes");
        queue.arrived(slots);
        int begin = 0;
        for (int i = 0; i < slots.size(); i++) {
            settle(slots.get(i), batch.subList(begin, ends.get(i)), answers.subList(begin, ends.get(i)), now);
            begin = ends.get(i);
        }
    }

    private void settle(Slot slot, List<ReplicationTask> tasks, List<ReplicationAnswer> answers, long now) {
        boolean lacking = false;
        boolean known = false;
        for (int i = 0; i < tasks.size(); i++) {
            ReplicationTask task = tasks.get(i);
            ReplicationAnswer answer = answers.get(i);
            if (answer.isSuccess()) {
                known |= task.action() != ReplicationAction.Heartbeat;
            } else if (answer.entity() != null) {
                takeOver(task, answer.entity());
            } else if (answer.statusCode() == 404) {
                lacking |= task.action() != ReplicationAction.Cancel && task.action() != ReplicationAction.Register;
            } else {
                LOG.debugf("Peer %s answered %d to one %s", name, answer.statusCode(), task.action());
            }
        }
        if (lacking && !known) {
            bringTo(slot.key(), slot.life(), now);
        }
    }

    // The peer lacks the instance, or our copy is newer.
    private void bringTo(InstanceKey key, long life, long now) {
        InstanceInfo present = present(key);
        if (present != null && !queue.saysMoreThanHeartbeat(key)) {
            queue.slot(key, now - terms.batchDelay().toMillis()).register(now, life, present);
        }
    }

    private void takeOver(ReplicationTask task, InstanceInfo theirs) {
        if (terms.syncCopies()) {
            PeerCopies.takeNewer(registry, task.appName(), task.id(), theirs);
        }
    }

    private void failed(List<Slot> slots, int entries, BatchReply reply, long now) {
        failures.merge(reply.outcome(), 1L, Long::sum);
        lastFailure = now;
        lastError = reply.reason();
        backoff.failed(now, reply.outcome().firstPauseMillis());
        complaints.failed(
                now, "Peer " + name + " takes no changes, they are kept for a while and tried again", reply.reason());
        if (reply.outcome() == BatchOutcome.REFUSED) {
            batchLimit = Math.max(1, Math.min(batchLimit, entries) / 2);
            refusedAlone = slots.size() == 1 ? refusedAlone + 1 : 0;
            if (refusedAlone >= ATTEMPTS_ALONE) {
                drops.failed(
                        now,
                        "Peer " + name + ": dropped what it refuses about "
                                + Printable.of(slots.get(0).key().toString()),
                        reply.reason());
                refusedAlone = 0;
                queue.arrived(slots);
                queue.drop(slots.size());
                return;
            }
        }
        queue.putBack(slots);
    }

    private InstanceInfo present(InstanceKey key) {
        return registry.instance(key.app(), key.id())
                .or(() -> registry.view().applications().instance(key.app(), key.id()))
                .orElse(null);
    }
}
