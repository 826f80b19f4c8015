package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.model.InstanceInfo;
import dev.buoy.wire.Utf8Sink;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads bodies as a client does, and writes them in the simplest way, to compare. */
final class Bodies {
    private Bodies() {}

    /** The text of a response, whose content it takes and gives back. */
    static String text(EncodedResponse response) {
        ByteBuf content = response.content();
        try {
            return text(content, response.gzip());
        } finally {
            content.release();
        }
    }

    static String text(ByteBuf body, boolean gzip) {
        byte[] bytes = new byte[body.readableBytes()];
        body.getBytes(body.readerIndex(), bytes);
        return new String(gzip ? unzipped(bytes) : bytes, StandardCharsets.UTF_8);
    }

    private static byte[] unzipped(byte[] bytes) {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes), 64)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole, encoded at one go. */
    static String encodedAfresh(Rendering as, Frame frame, List<Application> applications) {
        Utf8Sink sink = new Utf8Sink();
        frame.writeStart(as, sink);
        for (int i = 0; i < applications.size(); i++) {
            Application application = applications.get(i);
            if (i > 0) {
                as.separator(sink);
            }
            if (!frame.isSingleApplication()) {
                as.applicationStart(application.name(), sink);
            }
            List<InstanceInfo> instances = application.instances();
            for (int j = 0; j < instances.size(); j++) {
                if (j > 0) {
                    as.separator(sink);
                }
                as.instance(instances.get(j), sink);
            }
            if (!frame.isSingleApplication()) {
                as.applicationEnd(sink);
            }
        }
        frame.writeEnd(as, sink);
        return sink.toString();
    }
}
