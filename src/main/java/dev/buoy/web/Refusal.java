package dev.buoy.web;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.buoy.wire.WireFormat;
import io.vertx.core.buffer.Buffer;

/** Writes the reason of a refused request: {@code {"error":"…"}}, or {@code <error><message>…</message></error>} (D-6). */
final class Refusal {
    private static final int LONGEST = 500;

    private Refusal() {}

    static Buffer write(String reason, WireFormat format) {
        String text = reason.length() <= LONGEST ? reason : reason.substring(0, LONGEST) + "…";
        if (format == WireFormat.JSON) {
            return Buffer.buffer(
                    "{\"error\":\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"}");
        }
        return Buffer.buffer("<error><message>" + XmlEscapes.escaped(text) + "</message></error>");
    }
}
