package dev.buoy.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.config.EurekaClientConfig;
import dev.buoy.config.PeersConfig;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DnsPeersTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String SERVICE = "_buoy._tcp.buoy.example.org";

    private TestDns dns;
    private NameService names;
    private final List<Integer> changes = new ArrayList<>();

    @BeforeEach
    void start() throws InterruptedException {
        dns = new TestDns();
        names = new NameService(VERTX, dns.asServers());
    }

    @AfterEach
    void stop() {
        dns.close();
    }

    @AfterAll
    static void end() throws Exception {
        VERTX.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void serviceRecordsBringHostAndPort() throws Exception {
        dns.srv(SERVICE, "buoy-1.buoy.example.org:8762", "buoy-0.buoy.example.org:8761");

        assertThat(texts(named(SERVICE).lookUp()))
                .containsExactly(
                        "http://buoy-0.buoy.example.org:8761/eureka/", "http://buoy-1.buoy.example.org:8762/eureka/");
    }

    @Test
    void credentialsSchemeAndPathAreThoseOfTheSettings() throws Exception {
        dns.srv(SERVICE, "a:1");
        NamedPeers peers = named(
                SERVICE,
                "buoy.peers.dns-scheme",
                "https",
                "buoy.peers.dns-path",
                "/x/eureka",
                "buoy.peers.dns-user",
                "u",
                "buoy.peers.dns-password",
                "p:%@");

        PeerUrl url = get(peers.lookUp()).get(0);
        assertThat(url).hasToString("https://a:1/x/eureka/");
        assertThat(url.authorization()).contains("Basic dTpwOiVA");
    }

    @Test
    void aHostNameStandsForItsAddresses() throws Exception {
        assertThat(texts(named("localhost", "buoy.peers.dns-port", "8769").lookUp()))
                .contains("http://127.0.0.1:8769/eureka/");
    }

    @Test
    void theListFollowsTheRecordsFromOneToThreeToTwo() throws Exception {
        DnsPeers peers = peers(named(SERVICE));
        dns.srv(SERVICE, "a:1");
        lookUp(peers);
        dns.srv(SERVICE, "a:1", "b:1", "c:1");
        lookUp(peers);
        dns.srv(SERVICE, "a:1", "c:1");
        lookUp(peers);

        assertThat(changes).containsExactly(1, 3, 2);
    }

    @Test
    void anotherOrderOfTheSameRecordsIsNoChange() throws Exception {
        DnsPeers peers = peers(named(SERVICE));
        dns.srv(SERVICE, "a:1", "b:1");
        lookUp(peers);
        dns.srv(SERVICE, "b:1", "a:1");
        lookUp(peers);

        assertThat(changes).containsExactly(2);
    }

    @Test
    void whatIsKnownStaysWhileNothingIsFound() throws Exception {
        DnsPeers peers = peers(named(SERVICE));
        dns.srv(SERVICE, "a:1", "b:1");
        lookUp(peers);
        dns.srv(SERVICE);
        lookUp(peers);
        dns.broken(true);
        lookUp(peers);
        dns.silent(true);
        lookUp(peers);

        assertThat(changes).containsExactly(2);
        assertThat(peers.found()).hasSize(2);
    }

    @Test
    void aNodeWaitsForTheFirstLookUpToEndHoweverItDoes() throws Exception {
        DnsPeers peers = peers(named("_none._tcp.example.org"));
        assertThat(peers.isSettled()).isFalse();

        lookUp(peers);
        assertThat(peers.isSettled()).isTrue();
        assertThat(peers.found()).isEmpty();
    }

    @Test
    void whatIsFoundIsInUseBeforeTheLookUpCountsAsEnded() throws Exception {
        dns.srv(SERVICE, "a:1");
        List<Boolean> settled = new ArrayList<>();
        DnsPeers[] peers = new DnsPeers[1];
        peers[0] = new DnsPeers(
                "name", named(SERVICE)::lookUp, new ManualClock(), () -> settled.add(peers[0].isSettled()));
        lookUp(peers[0]);

        assertThat(settled).containsExactly(false);
        assertThat(peers[0].isSettled()).isTrue();
    }

    @Test
    void aNameThatIsNoneFails() {
        assertThatThrownBy(() -> get(names.services("_x." + "y".repeat(70)))).isNotNull();
    }

    @Test
    void eurekasTextRecordsNameZonesAndTheirHosts() throws Exception {
        dns.txt("txt.eu-west.example.org", "zone-b.example.org", "zone-a.example.org");
        dns.txt("txt.zone-a.example.org", "a-1.example.org", "a-2.example.org");
        dns.txt("txt.zone-b.example.org", "b-1.example.org");

        assertThat(texts(zones(Optional.of("zone-b")).lookUp()))
                .containsExactly(
                        "http://b-1.example.org:8765/eureka/v2/",
                        "http://a-1.example.org:8765/eureka/v2/",
                        "http://a-2.example.org:8765/eureka/v2/");
    }

    @Test
    void aZoneThatCannotBeLookedUpMakesTheListFail() {
        dns.txt("txt.eu-west.example.org", "zone-a.example.org", "zone-b.example.org");
        dns.txt("txt.zone-a.example.org", "a-1.example.org");

        assertThatThrownBy(() -> get(zones(Optional.empty()).lookUp())).isNotNull();
    }

    private ZonesInDns zones(Optional<String> own) {
        EurekaClientConfig client = Settings.of(
                EurekaClientConfig.class,
                "eureka.client.region",
                "eu-west",
                "eureka.client.use-dns-for-fetching-service-urls",
                "true",
                "eureka.client.eureka-server-d-n-s-name",
                "example.org",
                "eureka.client.eureka-server-port",
                "8765",
                "eureka.client.eureka-server-u-r-l-context",
                "eureka/v2");
        return new ZonesInDns(names, client, own);
    }

    private NamedPeers named(String name, String... settings) {
        List<String> all = new ArrayList<>(List.of("buoy.peers.dns", name));
        all.addAll(List.of(settings));
        return new NamedPeers(names, Settings.of(PeersConfig.class, all.toArray(String[]::new)));
    }

    private DnsPeers peers(NamedPeers named) {
        DnsPeers[] peers = new DnsPeers[1];
        peers[0] = new DnsPeers(
                "name",
                named::lookUp,
                new ManualClock(),
                () -> changes.add(peers[0].found().size()));
        return peers[0];
    }

    private static void lookUp(DnsPeers peers) throws Exception {
        get(peers.lookUp());
    }

    private static List<String> texts(Future<List<PeerUrl>> urls) throws Exception {
        return get(urls).stream().map(PeerUrl::toString).toList();
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
