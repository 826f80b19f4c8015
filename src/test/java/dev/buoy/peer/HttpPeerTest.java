package dev.buoy.peer;

import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.InstanceStatus;
import dev.buoy.testing.Settings;
import dev.buoy.wire.ReplicationAction;
import dev.buoy.wire.ReplicationCodec;
import dev.buoy.wire.ReplicationTask;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpPeerTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final HttpClient CLIENT = PeerClients.create(VERTX, Settings.server());
    private static final List<ReplicationTask> BATCH = List.of(new ReplicationTask(
            ReplicationAction.Register, "ORDERS", "o-1", 5, null, InstanceStatus.UP, plain("ORDERS", "o-1")));

    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer(
                VERTX, ScriptedServer.answers(200, "application/json", "{\"responseList\":[{\"statusCode\":200}]}"));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @AfterAll
    static void end() throws Exception {
        VERTX.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aBatchGoesAsJsonToTheBatchResource() throws Exception {
        BatchReply reply = send(server.url(), false);

        assertThat(reply.outcome()).isEqualTo(BatchOutcome.ANSWERED);
        ScriptedServer.Request request = server.requests.get(0);
        assertThat(request.method() + " " + request.path()).isEqualTo("POST /eureka/peerreplication/batch/");
        assertThat(request.headers().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.headers().get("Accept")).isEqualTo("application/json");
        assertThat(request.headers().get("DiscoveryIdentity-Name")).isEqualTo("DefaultServer");
        assertThat(request.headers().contains("x-netflix-discovery-replication"))
                .isFalse();
        assertThat(request.body().toString()).startsWith("{\"replicationList\":[{\"appName\":\"ORDERS\"");
    }

    @Test
    void credentialsOfTheUrlAreDecodedAndSentAsBasic() throws Exception {
        send(server.url().replace("http://", "http://user:p%40ss+w@"), false);

        // user:p@ss+w
        assertThat(server.requests.get(0).headers().get("Authorization")).isEqualTo("Basic dXNlcjpwQHNzK3c=");
    }

    @Test
    void aBatchIsCompressedWhenThatIsWanted() throws Exception {
        send(server.url(), true);

        ScriptedServer.Request request = server.requests.get(0);
        assertThat(request.headers().get("Content-Encoding")).isEqualTo("gzip");
        byte[] body =
                new GZIPInputStream(new ByteArrayInputStream(request.body().getBytes())).readAllBytes();
        assertThat(new String(body)).startsWith("{\"replicationList\"");
    }

    @ParameterizedTest
    @CsvSource({
        "400, REFUSED",
        "401, UNAUTHORIZED",
        "403, UNAUTHORIZED",
        "404, REFUSED",
        "429, CONGESTED",
        "500, REFUSED",
        "502, FAILING",
        "503, CONGESTED",
        "302, REFUSED"
    })
    void aStatusSaysWhatToDo(int status, BatchOutcome outcome) throws Exception {
        server.does(ScriptedServer.answers(status, "text/html", "<html>no</html>"));

        assertThat(send(server.url(), false).outcome()).isEqualTo(outcome);
    }

    @Test
    void aPageInPlaceOfAnAnswerIsARefusal() throws Exception {
        server.does(ScriptedServer.answers(200, "text/html", "<html>Welcome</html>"));

        assertThat(send(server.url(), false).outcome()).isEqualTo(BatchOutcome.REFUSED);
    }

    @Test
    void aResetIsNoConnection() throws Exception {
        server.does(ScriptedServer.resets());

        assertThat(send(server.url(), false).outcome()).isEqualTo(BatchOutcome.UNREACHABLE);
    }

    @Test
    void aRefusedConnectionIsNoConnection() throws Exception {
        server.close();

        assertThat(send(server.url(), false).outcome()).isEqualTo(BatchOutcome.UNREACHABLE);
        start();
    }

    @Test
    void noAnswerInTimeIsCongestion() throws Exception {
        server.does(ScriptedServer.never());

        assertThat(send(server.url(), false, 300).outcome()).isEqualTo(BatchOutcome.CONGESTED);
    }

    @Test
    void anAnswerWithoutEndIsCutOff() throws Exception {
        server.does(HttpPeerTest::trickle);

        assertThat(send(server.url(), false, 300).outcome()).isEqualTo(BatchOutcome.CONGESTED);
    }

    private static void trickle(HttpServerRequest request) {
        request.response().setChunked(true).write("{");
        long timer = VERTX.setPeriodic(100, ignored -> request.response().write(" "));
        request.response().closeHandler(ignored -> VERTX.cancelTimer(timer));
    }

    private static BatchReply send(String url, boolean compress) throws Exception {
        return send(url, compress, 20_000);
    }

    private static BatchReply send(String url, boolean compress, long timeoutMillis) throws Exception {
        HttpPeer peer = new HttpPeer(
                VERTX, CLIENT, PeerUrl.parse(url), new NodeId("me"), new ReplicationCodec(), timeoutMillis, compress);
        CompletableFuture<BatchReply> reply = new CompletableFuture<>();
        peer.send(BATCH, reply::complete);
        return reply.get(30, TimeUnit.SECONDS);
    }
}
