package dev.buoy.web;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/** A peer that takes connections and never answers. */
public final class SilentPeer implements QuarkusTestResourceLifecycleManager {
    private ServerSocket socket;

    @Override
    public Map<String, String> start() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of(
                "eureka.client.service-url.defaultZone",
                "http://user:secret@127.0.0.1:" + socket.getLocalPort() + "/eureka/");
    }

    @Override
    public void stop() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
