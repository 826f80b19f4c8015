package dev.buoy.peer;

import dev.buoy.config.PeerNodesConfig;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.util.concurrent.TimeUnit;

/** The HTTP client that all peers share, as the settings want it. */
final class PeerClients {
    private PeerClients() {}

    static HttpClient create(Vertx vertx, PeerNodesConfig config) {
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout(config.peerNodeConnectTimeoutMs())
                .setKeepAliveTimeout(config.peerNodeConnectionIdleTimeoutSeconds())
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setDecompressionSupported(true)
                .setTracingPolicy(TracingPolicy.IGNORE)
                .setName("peers");
        return vertx.createHttpClient(
                options, new PoolOptions().setHttp1MaxSize(config.peerNodeTotalConnectionsPerHost()));
    }
}
