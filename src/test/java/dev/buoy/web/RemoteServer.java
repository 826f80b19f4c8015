package dev.buoy.web;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server of region {@code west} that lists one instance each of SHARED and WESTERN, and no more. */
public final class RemoteServer implements QuarkusTestResourceLifecycleManager {
    private static final String INSTANCE =
            "{\"instanceId\":\"%s\",\"hostName\":\"h\",\"app\":\"%s\",\"ipAddr\":\"1.2.3.4\","
                    + "\"status\":\"UP\",\"vipAddress\":\"western-vip\",\"dataCenterInfo\":{\"name\":\"MyOwn\"}}";
    private static final String LISTED = "{\"applications\":{\"versions__delta\":\"1\",\"apps__hashcode\":\"UP_2_\","
            + "\"application\":[{\"name\":\"SHARED\",\"instance\":[" + INSTANCE.formatted("west-1", "SHARED")
            + "]},{\"name\":\"WESTERN\",\"instance\":[" + INSTANCE.formatted("west-2", "WESTERN") + "]}]}}";

    private HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/eureka/apps/", exchange -> {
            byte[] body = LISTED.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return Map.of(
                "eureka.server.remote-region-urls-with-name.west",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/eureka/");
    }

    @Override
    public void stop() {
        server.stop(0);
    }
}
