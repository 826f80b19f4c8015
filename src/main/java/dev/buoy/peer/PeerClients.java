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

    /** Whom the Java runtime trusts, and without a certificate of its own. */
    static HttpClient create(Vertx vertx, PeerNodesConfig config) {
        return vertx.createHttpClient(options(config), pool(config));
    }

    static HttpClient create(Vertx vertx, PeerNodesConfig config, PeerTls tls) {
        HttpClientOptions options = options(config);
        tls.configure(options);
        HttpClient client = vertx.createHttpClient(options, pool(config));
        tls.keepUp(client);
        return client;
    }

    private static PoolOptions pool(PeerNodesConfig config) {
        return new PoolOptions().setHttp1MaxSize(config.peerNodeTotalConnectionsPerHost());
    }

    private static HttpClientOptions options(PeerNodesConfig config) {
        return new HttpClientOptions()
                .setConnectTimeout(config.peerNodeConnectTimeoutMs())
                .setKeepAliveTimeout(config.peerNodeConnectionIdleTimeoutSeconds())
                .setDecompressionSupported(true)
                .setTracingPolicy(TracingPolicy.ALWAYS)
                .setName("peers");
    }

    static HttpClient forRegions(Vertx vertx, RemoteRegionsConfig config) {
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout(config.remoteRegionConnectTimeoutMs())
                .setKeepAliveTimeout(config.remoteRegionConnectionIdleTimeoutSeconds())
                .setDecompressionSupported(config.gZipContentFromRemoteRegion())
                .setTracingPolicy(TracingPolicy.ALWAYS)
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
