package dev.buoy.peer;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Evictor;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.ReplicationCodec;
import dev.buoy.wire.ReplicationTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Several servers in one thread on a network that delays, drops and cuts, all by the chance of one seed. What goes over the
 * network is encoded and decoded as on a real one.
 */
final class SimulatedCluster {
    static final Duration TICK = Duration.ofMillis(100);

    /** Something that happens later. */
    private record Event(long at, long order, Runnable action) {}

    /** One server. */
    final class Node {
        final int number;
        final ChangeLog log = new ChangeLog(clock, Duration.ofMinutes(3), 100_000);
        final Registry registry = new Registry(
                Settings.server("eureka.server.enable-self-preservation", "false"),
                Settings.lease(),
                Settings.selfPreservation(),
                log,
                clock);
        final NodeId id;
        final PeerExports exports;
        final Reconciliation reconciliation;
        private final ReplicationReceiver receiver;
        private final RenewedKeys renewed = new RenewedKeys();
        private final List<PeerReplicator> replicators = new ArrayList<>();
        private final Evictor evictor;

        Node(int number) {
            this.number = number;
            this.id = new NodeId("node-" + number);
            this.exports = new PeerExports(registry, log, new EurekaCodec(), id, clock);
            this.reconciliation = new Reconciliation(registry, exports.cancellations(), clock, Duration.ofSeconds(10));
            this.receiver = new ReplicationReceiver(registry, exports);
            this.evictor = new Evictor(Settings.server(), registry, clock, random);
            renewed.wanted(true);
            registry.addRenewalSink(renewed);
        }

        private void connect(Node other) {
            var terms = new ReplicationTerms(
                    Duration.ofMillis(500), 20, 10_000, Duration.ofSeconds(30), 3, Duration.ofSeconds(5), true);
            var replicator = new PeerReplicator(
                    "node-" + other.number, new Link(this, other), registry, log, terms, clock, random);
            replicator.toBuoy(true);
            replicators.add(replicator);
        }

        private void pass() {
            List<InstanceKey> keys = renewed.drain();
            for (PeerReplicator replicator : replicators) {
                replicator.renewed(keys);
                replicator.run(true);
            }
            exports.cancellations();
        }

        /** A client's heartbeat; it registers when told to. */
        void renewOrRegister(InstanceInfo instance) {
            Renewal renewal = registry.renew(
                    Origin.CLIENT, instance.app(), instance.instanceId(), instance.lastDirtyTimestamp(), null);
            if (renewal.outcome() != Renewal.Outcome.RENEWED) {
                registry.register(Origin.CLIENT, instance);
            }
        }

        /** What it lists, without the times that each server sets for itself. */
        Set<String> listed() {
            Set<String> listed = new TreeSet<>();
            registry.view()
                    .applications()
                    .forEach(app -> app.forEach(i -> listed.add(i.key() + " " + i.status() + "/" + i.overriddenStatus()
                            + " " + i.lastDirtyTimestamp() + " " + i.metadata())));
            return listed;
        }

        long digest() {
            return exports.digest().all();
        }
    }

    private final class Link implements ReplicationLink {
        private final Node from;
        private final Node to;

        Link(Node from, Node to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void send(List<ReplicationTask> batch, Consumer<BatchReply> reply) {
            byte[] request = codec.encodeBatch(batch);
            if (lost(from, to)) {
                later(3_000, () -> reply.accept(BatchReply.failed(BatchOutcome.CONGESTED, "no answer")));
                return;
            }
            later(delay(), () -> {
                byte[] answer = receive(request);
                if (lost(to, from)) {
                    later(3_000, () -> reply.accept(BatchReply.failed(BatchOutcome.CONGESTED, "no answer")));
                } else {
                    later(delay(), () -> reply.accept(read(answer)));
                }
            });
        }

        private byte[] receive(byte[] request) {
            try {
                return codec.encodeAnswers(
                        to.receiver.apply(codec.decodeBatch(request, 0, request.length), from.id.value()));
            } catch (dev.buoy.wire.MalformedPayloadException e) {
                throw new AssertionError(e);
            }
        }

        private BatchReply read(byte[] answer) {
            try {
                return BatchReply.answered(codec.decodeAnswers(answer));
            } catch (dev.buoy.wire.MalformedPayloadException e) {
                throw new AssertionError(e);
            }
        }
    }

    final ManualClock clock = new ManualClock();
    final Random random;
    final List<Node> nodes = new ArrayList<>();
    private final ReplicationCodec codec = new ReplicationCodec();
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            (a, b) -> a.at() != b.at() ? Long.compare(a.at(), b.at()) : Long.compare(a.order(), b.order()));
    private final Set<Integer> cut = new HashSet<>();
    private long order;
    private double loss;

    SimulatedCluster(long seed, int size) {
        random = new Random(seed);
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(i));
        }
        for (Node from : nodes) {
            for (Node to : nodes) {
                if (from != to) {
                    from.connect(to);
                }
            }
        }
    }

    /** Cuts the way from one node to another, not the way back. */
    void cut(int from, int to) {
        cut.add(10 * from + to);
    }

    /** From now on this share of messages gets lost. */
    void lose(double share) {
        loss = share;
    }

    void heal() {
        cut.clear();
        loss = 0;
    }

    void pass(Duration time, Runnable eachTick) {
        long end = clock.millis() + time.toMillis();
        while (clock.millis() < end) {
            clock.advance(TICK);
            while (!events.isEmpty() && events.peek().at() <= clock.millis()) {
                events.poll().action().run();
            }
            eachTick.run();
            nodes.forEach(Node::pass);
        }
    }

    void evict() {
        nodes.forEach(node -> node.evictor.evictExpired());
    }

    /** Every node compares with every other that it can reach. */
    void compare() {
        for (Node here : nodes) {
            for (Node there : nodes) {
                if (here != there && !lost(here, there) && !lost(there, here)) {
                    Set<String> all = new TreeSet<>();
                    all.addAll(here.exports.digest().applications().keySet());
                    all.addAll(there.exports.digest().applications().keySet());
                    here.exports.cancellations();
                    here.reconciliation.apply(copyOf(there), all);
                }
            }
        }
    }

    private static Holdings copyOf(Node there) {
        try {
            return there.exports.codec().decode(there.exports.encodedHoldings(Set.of()));
        } catch (dev.buoy.wire.MalformedPayloadException e) {
            throw new AssertionError(e);
        }
    }

    private boolean lost(Node from, Node to) {
        return cut.contains(10 * from.number + to.number) || loss > 0 && random.nextDouble() < loss;
    }

    private long delay() {
        return random.nextInt(250);
    }

    private void later(long millis, Runnable action) {
        events.add(new Event(clock.millis() + millis, order++, action));
    }

    /** A status that an operator may force. */
    InstanceStatus anyStatus() {
        return random.nextBoolean() ? InstanceStatus.OUT_OF_SERVICE : InstanceStatus.DOWN;
    }
}
