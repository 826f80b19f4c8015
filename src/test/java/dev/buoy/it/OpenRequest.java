package dev.buoy.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection on which a test decides byte by byte what is sent and when, and when the answer is read. */
final class OpenRequest implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;

    OpenRequest(int port) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(4096); // before it connects, so that little is taken by the system alone
        socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(TIMEOUT_MILLIS);
    }

    OpenRequest send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** A registration of which the last byte is missing; that is sent by {@code send("}")}. */
    static OpenRequest registration(int port, String app, String id) throws IOException {
        return post(port, "apps/" + app, EurekaHttp.instance(app, id, "UP"));
    }

    static OpenRequest post(int port, String path, String json) throws IOException {
        return new OpenRequest(port)
                .send("POST /eureka/" + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Connection: close\r\nContent-Length: " + json.length() + "\r\n\r\n"
                        + json.substring(0, json.length() - 1));
    }

    /** All that comes until the server closes the connection; with what came before a reset. */
    String readAll() throws IOException {
        var all = new StringBuilder();
        try {
            byte[] part = new byte[8192];
            for (int n = socket.getInputStream().read(part);
                    n >= 0;
                    n = socket.getInputStream().read(part)) {
                all.append(new String(part, 0, n, StandardCharsets.ISO_8859_1));
            }
        } catch (java.net.SocketTimeoutException open) {
            throw new IOException("the connection is still open after " + TIMEOUT_MILLIS + " ms", open);
        } catch (IOException reset) {
            // what came before counts
        }
        return all.toString();
    }

    /** The status of the answer that comes now, and the rest is read. */
    int status() throws IOException {
        String answer = readAll();
        return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
