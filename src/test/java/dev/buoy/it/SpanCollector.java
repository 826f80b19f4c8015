package dev.buoy.it;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A collector of OpenTelemetry on loopback: takes OTLP over HTTP in protobuf, and keeps the spans. */
final class SpanCollector implements AutoCloseable {
    static final int SERVER = 2;
    static final int CLIENT = 3;

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();

    /**
     * A span.
     *
     * @param parent     id of the span that caused it; empty for the first of its trace
     * @param kind       {@link #SERVER}, {@link #CLIENT} or another of the protocol's numbers
     * @param attributes those that are text
     */
    record Span(
            String service,
            String trace,
            String id,
            String parent,
            String name,
            long kind,
            Map<String, String> attributes) {}

    SpanCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        eachField(ByteBuffer.wrap(body), (field, resourceSpans) -> takeResource((ByteBuffer) resourceSpans));
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private void takeResource(ByteBuffer resourceSpans) {
        Map<String, String> resource = new HashMap<>();
        eachField(resourceSpans, (field, value) -> {
            if (field == 1) {
                eachField((ByteBuffer) value, (inner, attribute) -> addAttribute(resource, inner == 1, attribute));
            } else if (field == 2) {
                eachField((ByteBuffer) value, (inner, span) -> {
                    if (inner == 2) {
                        spans.add(span(resource.get("service.name"), (ByteBuffer) span));
                    }
                });
            }
        });
    }

    private static Span span(String service, ByteBuffer message) {
        Map<Integer, Object> fields = new HashMap<>();
        Map<String, String> attributes = new HashMap<>();
        eachField(message, (field, value) -> {
            addAttribute(attributes, field == 9, value);
            fields.put(field, value);
        });
        return new Span(
                service,
                hex(fields.get(1)),
                hex(fields.get(2)),
                hex(fields.get(4)),
                text(fields.get(5)),
                (long) fields.get(6),
                attributes);
    }

    private static void addAttribute(Map<String, String> attributes, boolean isOne, Object message) {
        if (isOne) {
            Map<Integer, Object> pair = new HashMap<>();
            eachField((ByteBuffer) message, pair::put);
            eachField((ByteBuffer) pair.get(2), (kind, value) -> {
                if (kind == 1) {
                    attributes.put(text(pair.get(1)), text(value));
                }
            });
        }
    }

    /** Calls back with each field's number and its value: a {@link Long}, or what is of a length as a {@link ByteBuffer}. */
    private static void eachField(ByteBuffer message, BiConsumer<Integer, Object> field) {
        ByteBuffer in = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            long tag = varint(in);
            Object value =
                    switch ((int) tag & 7) {
                        case 0 -> varint(in);
                        case 1 -> in.getLong();
                        case 2 -> slice(in, (int) varint(in));
                        case 5 -> (long) in.getInt();
                        default -> throw new IllegalArgumentException("no such type of field: " + tag);
                    };
            field.accept((int) tag >>> 3, value);
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte one = in.get();
            value |= (long) (one & 0x7f) << shift;
            if (one >= 0) {
                return value;
            }
        }
    }

    private static ByteBuffer slice(ByteBuffer in, int length) {
        ByteBuffer slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }

    private static String text(Object bytes) {
        return StandardCharsets.UTF_8.decode(((ByteBuffer) bytes).duplicate()).toString();
    }

    private static String hex(Object bytes) {
        if (bytes == null) {
            return "";
        }
        byte[] array = new byte[((ByteBuffer) bytes).remaining()];
        ((ByteBuffer) bytes).duplicate().get(array);
        return HexFormat.of().formatHex(array);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
