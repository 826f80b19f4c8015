package dev.buoy.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** HTTP requests byte by byte, for what a well-behaved client library would refuse to send. One connection each. */
final class RawHttp {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final int port;

    RawHttp(int port) {
        this.port = port;
    }

    /** @param target the request target as it stands in the request line, with no blank in it */
    record Request(String method, String target, List<String> headers, byte[] body) {
        @Override
        public String toString() {
            String text = new String(body, 0, Math.min(body.length, 600), StandardCharsets.ISO_8859_1);
            return method + " " + target + " " + headers + " " + body.length + " bytes: "
                    + text.replaceAll("[^ -~]", ".");
        }
    }

    /** @param status 0 when the server closed the connection without an answer */
    record Answer(int status, String head, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** @throws IOException when there is no answer in time */
    Answer send(Request request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            var head = new StringBuilder(request.method() + " " + request.target() + " HTTP/1.1\r\n");
            head.append("Host: 127.0.0.1\r\nConnection: close\r\n");
            request.headers().forEach(header -> head.append(header).append("\r\n"));
            head.append("Content-Length: ").append(request.body().length).append("\r\n\r\n");
            var out = socket.getOutputStream();
            try {
                out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
                out.write(request.body());
                out.flush();
            } catch (IOException refusedEarly) {
                // An answer may have come before all was sent, as 413 does.
            }
            return parse(readAll(socket));
        }
    }

    private static byte[] readAll(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        var in = socket.getInputStream();
        byte[] buffer = new byte[8192];
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                all.write(buffer, 0, n);
            }
        } catch (SocketTimeoutException silent) {
            throw new IOException("no answer within " + TIMEOUT_MILLIS + " ms", silent);
        } catch (IOException reset) {
            // What came before counts.
        }
        return all.toByteArray();
    }

    private static Answer parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (!text.startsWith("HTTP/1.1 ") || end < 0) {
            return new Answer(0, text, new byte[0]);
        }
        return new Answer(
                Integer.parseInt(text.substring(9, 12)),
                text.substring(0, end),
                Arrays.copyOfRange(bytes, end + 4, bytes.length));
    }
}
