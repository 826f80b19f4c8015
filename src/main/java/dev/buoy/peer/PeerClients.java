package dev.buoy.peer;

import dev.buoy.config.PeerNodesConfig;
import dev.buoy.config.RemoteRegionsConfig;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.KeyStoreOptions;
import io.vertx.core.tracing.TracingPolicy;

/** The HTTP clients that all peers, and all other regions, share, as the settings want them. */
final class PeerClients {
    private PeerClients() {}

    static HttpClient create(Vertx vertx, PeerNodesConfig config) {
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout(config.peerNodeConnectTimeoutMs())
                .setKeepAliveTimeout(config.peerNodeConnectionIdleTimeoutSeconds())
                .setDecompressionSupported(true)
                .setTracingPolicy(TracingPolicy.IGNORE)
                .setName("peers");
        return vertx.createHttpClient(
                options, new PoolOptions().setHttp1MaxSize(config.peerNodeTotalConnectionsPerHost()));
    }

    static HttpClient forRegions(Vertx vertx, RemoteRegionsConfig config) {
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout(config.remoteRegionConnectTimeoutMs())
                .setKeepAliveTimeout(config.remoteRegionConnectionIdleTimeoutSeconds())
                .setDecompressionSupported(config.gZipContentFromRemoteRegion())
                .setTracingPolicy(TracingPolicy.IGNORE)
                .setName("regions");
        config.remoteRegionTrustStore()
                .filter(path -> !path.isBlank())
                .ifPresent(path -> options.setTrustOptions(new KeyStoreOptions()
                        .setType(path.endsWith(".p12") || path.endsWith(".pfx") ? "PKCS12" : "JKS")
                        .setPath(path)
                        .setPassword(config.remoteRegionTrustStorePassword())));
        return vertx.createHttpClient(
                options, new PoolOptions().setHttp1MaxSize(config.remoteRegionTotalConnectionsPerHost()));
    }
}
