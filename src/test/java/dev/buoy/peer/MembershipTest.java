package dev.buoy.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.config.EurekaClientConfig;
import dev.buoy.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MembershipTest {
    @Test
    void aUrlGetsItsFinalSlashAndKeepsItsPathAndPort() {
        assertThat(PeerUrl.parse("http://peer-1:8761/eureka")).hasToString("http://peer-1:8761/eureka/");
        assertThat(PeerUrl.parse(" https://peer-1/eureka/ ")).hasToString("https://peer-1:443/eureka/");
        assertThat(PeerUrl.parse("http://[fd00::1]:8761/eureka/")).hasToString("http://[fd00::1]:8761/eureka/");
    }

    @Test
    void aPasswordIsNeverShown() {
        PeerUrl url = PeerUrl.parse("http://admin:s%3Acret@peer-1:8761/eureka/");

        assertThat(url.toString()).doesNotContain("admin").doesNotContain("cret");
        assertThat(url.authorization()).contains("Basic YWRtaW46czpjcmV0");
        assertThatThrownBy(() -> PeerUrl.parse("http://admin:s cret@peer-1/"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("cret")
                .hasNoCause();
    }

    @Test
    void thePeersOfAllZonesAreJoinedTheOwnZoneFirst() {
        assertThat(peers(
                        Optional.of("b"),
                        "eureka.client.availability-zones.us-east-1",
                        "a,b",
                        "eureka.client.service-url.a",
                        "http://a-1/eureka",
                        "eureka.client.service-url.b",
                        "http://b-1/eureka/, http://b-2/eureka/"))
                .containsExactly("http://b-1:80/eureka/", "http://b-2:80/eureka/", "http://a-1:80/eureka/");
    }

    @Test
    void aZoneWithoutUrlsHasThoseOfTheDefaultZone() {
        assertThat(peers(
                        Optional.empty(),
                        "eureka.client.availability-zones.us-east-1",
                        "a",
                        "eureka.client.service-url.defaultZone",
                        "http://d/eureka"))
                .containsExactly("http://d:80/eureka/");
    }

    @Test
    void thereAreNoPeersUnlessTheyAreNamed() {
        assertThat(peers(Optional.empty())).isEmpty();
    }

    @Test
    void theOwnUrlIsLeftOutAsItIsWritten() {
        EurekaClientConfig client = Settings.of(
                EurekaClientConfig.class,
                "eureka.client.service-url.defaultZone",
                "http://me:8761/eureka,http://me:8762/eureka");

        assertThat(ConfiguredPeers.of(client, Optional.empty(), Optional.of("http://me:8761/eureka/")))
                .extracting(PeerUrl::toString)
                .containsExactly("http://me:8762/eureka/");
    }

    @Test
    void anEmptyListChangesNothing() {
        List<PeerUrl> urls = new ArrayList<>(List.of(PeerUrl.parse("http://a/"), PeerUrl.parse("http://b/")));
        PeerDirectory directory = new PeerDirectory(
                List.of(() -> List.copyOf(urls)), url -> new Peer(url, null, null, new NodeId("me"), null, 1));
        directory.refresh();
        urls.clear();

        assertThat(directory.refresh()).isFalse();
        assertThat(directory.peers()).hasSize(2);
    }

    @Test
    void peersComeAndGoAndThoseThatStayAreKept() {
        List<PeerUrl> urls = new ArrayList<>(List.of(PeerUrl.parse("http://a/"), PeerUrl.parse("http://b/")));
        PeerDirectory directory = new PeerDirectory(
                List.of(() -> List.copyOf(urls)), url -> new Peer(url, null, null, new NodeId("me"), null, 1));
        directory.refresh();
        Peer b = directory.peers().get(1);
        urls.set(0, PeerUrl.parse("http://c/"));
        directory.refresh();

        assertThat(directory.peers())
                .extracting(peer -> peer.url().toString())
                .containsExactly("http://c:80/", "http://b:80/");
        assertThat(directory.peers().get(1)).isSameAs(b);
    }

    private static List<String> peers(Optional<String> zone, String... settings) {
        EurekaClientConfig client = Settings.of(EurekaClientConfig.class, settings);
        return ConfiguredPeers.of(client, zone, Optional.empty()).stream()
                .map(PeerUrl::toString)
                .toList();
    }
}
