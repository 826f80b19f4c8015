package dev.buoy.peer;

import static dev.buoy.testing.Instances.instance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three servers, a dozen clients that register, renew, move, change and leave, operators that override, and a network that
 * delays, loses and cuts: once it heals, all list the same, and what left does not come back.
 */
class ConvergenceTest {
    private static final int CLIENTS = 12;
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** What a client does: it renews where it is, and goes elsewhere now and then. */
    private static final class Client {
        InstanceInfo instance;
        int node;
        boolean alive;
        long renewsAt;
    }

    private final List<Client> clients = new ArrayList<>();
    private final Set<String> left = new HashSet<>();
    private SimulatedCluster cluster;

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("buoy.seeds", 1_000));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void onceTheNetworkHealsAllListTheSame(long seed) {
        cluster = new SimulatedCluster(seed, 3);
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client());
        }
        for (int phase = 0; phase < 3; phase++) {
            breakSomething();
            cluster.pass(Duration.ofSeconds(10 + cluster.random.nextInt(60)), () -> tick(true));
        }
        cluster.heal();
        // Replication and heartbeats settle what is young, comparison the rest.
        cluster.pass(Duration.ofSeconds(12), () -> tick(false));
        cluster.compare();
        cluster.pass(Duration.ofSeconds(12), () -> tick(false));
        for (int i = 0; i < 3; i++) {
            cluster.compare();
            cluster.pass(Duration.ofSeconds(3), () -> tick(false));
        }

        Set<String> first = cluster.nodes.get(0).listed();
        for (SimulatedCluster.Node node : cluster.nodes) {
            if (!node.listed().equals(first)) {
                Set<String> differing = new java.util.TreeSet<>(node.listed());
                Set<String> both = new java.util.TreeSet<>(first);
                both.retainAll(differing);
                differing.addAll(first);
                differing.removeAll(both);
                String one = differing.iterator().next();
                throw new AssertionError(
                        differing + "\n" + trace(one.substring(one.indexOf('(') + 1, one.indexOf(')'))));
            }
            assertThat(node.digest()).isEqualTo(cluster.nodes.get(0).digest());
            for (Client client : clients) {
                if (client.alive) {
                    assertThat(node.registry
                                    .view()
                                    .applications()
                                    .instance(client.instance.app(), client.instance.instanceId()))
                            .as("%s at node %d", client.instance.instanceId(), node.number)
                            .isPresent();
                }
            }
            for (String id : left) {
                assertThat(node.registry.instance(id))
                        .as(() -> id + ", which left\n" + trace(id))
                        .isEmpty();
            }
        }
    }

    /** What happened to an instance at each node; for looking into a seed that fails. */
    private String trace(String id) {
        StringBuilder trace = new StringBuilder();
        for (SimulatedCluster.Node node : cluster.nodes) {
            node.log.after(0).entries().stream()
                    .filter(entry -> entry.change().key().id().equals(id))
                    .forEach(entry -> trace.append(node.number)
                            .append(' ')
                            .append(entry.at() % 1_000_000)
                            .append(' ')
                            .append(entry.origin())
                            .append(' ')
                            .append(entry.change().kind())
                            .append(' ')
                            .append(entry.change().instance().lastDirtyTimestamp() % 1_000_000)
                            .append(' ')
                            .append(entry.change().instance().status())
                            .append('/')
                            .append(entry.change().instance().overriddenStatus())
                            .append(entry.change().instance().metadata())
                            .append('\n'));
        }
        return trace.toString();
    }

    private void breakSomething() {
        cluster.heal();
        switch (cluster.random.nextInt(4)) {
            case 0 -> cluster.lose(0.3);
            case 1 -> cluster.cut(cluster.random.nextInt(3), cluster.random.nextInt(3));
            case 2 -> {
                int alone = cluster.random.nextInt(3);
                for (int other = 0; other < 3; other++) {
                    cluster.cut(alone, other);
                    cluster.cut(other, alone);
                }
            }
            default -> {}
        }
    }

    private void tick(boolean changing) {
        long now = cluster.clock.millis();
        for (Client client : clients) {
            if (client.alive && now >= client.renewsAt) {
                client.renewsAt = now + INTERVAL.toMillis();
                at(client).renewOrRegister(client.instance);
            }
        }
        if (changing && cluster.random.nextInt(5) == 0) {
            change(cluster.random.nextInt(CLIENTS));
        }
    }

    private void change(int number) {
        Client client = clients.get(number);
        if (!client.alive) {
            client.alive = true;
            client.node = cluster.random.nextInt(3);
            client.instance = instance("APP-" + number % 3, "i-" + number + "-" + left.size())
                    .leaseInfo(dev.buoy.model.LeaseInfo.terms((int) INTERVAL.toSeconds(), 90))
                    .lastDirtyTimestamp(cluster.clock.millis())
                    .build();
            client.renewsAt = cluster.clock.millis() + INTERVAL.toMillis();
            at(client).registry.register(Origin.CLIENT, client.instance);
            return;
        }
        InstanceInfo its = client.instance;
        switch (cluster.random.nextInt(8)) {
            case 0 -> {
                client.alive = false;
                left.add(its.instanceId());
                at(client).renewOrRegister(its); // a node that does not know it could not tell the others
                at(client).registry.cancel(Origin.CLIENT, its.app(), its.instanceId());
            }
            case 1 -> client.node = cluster.random.nextInt(3);
            case 2, 3 -> {
                client.instance = its.toBuilder()
                        .lastDirtyTimestamp(cluster.clock.millis())
                        .build();
                at(client).registry.register(Origin.CLIENT, client.instance);
            }
            case 4 ->
                anyNode()
                        .registry
                        .overrideStatus(
                                Origin.CLIENT,
                                its.app(),
                                its.instanceId(),
                                cluster.anyStatus(),
                                its.lastDirtyTimestamp());
            case 5 ->
                anyNode()
                        .registry
                        .clearOverride(Origin.CLIENT, its.app(), its.instanceId(), null, its.lastDirtyTimestamp());
            case 6 ->
                anyNode()
                        .registry
                        .updateMetadata(its.app(), its.instanceId(), Map.of("k", "" + cluster.random.nextInt(100)));
            default -> {
                // cancelled and registered anew at once, as a client does that restarts
                at(client).registry.cancel(Origin.CLIENT, its.app(), its.instanceId());
                client.instance = its.toBuilder()
                        .lastDirtyTimestamp(cluster.clock.millis())
                        .build();
                at(client).registry.register(Origin.CLIENT, client.instance);
            }
        }
    }

    private SimulatedCluster.Node at(Client client) {
        return cluster.nodes.get(client.node);
    }

    private SimulatedCluster.Node anyNode() {
        return cluster.nodes.get(cluster.random.nextInt(3));
    }
}
