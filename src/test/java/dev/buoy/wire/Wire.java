package dev.buoy.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.model.InstanceInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Short ways to read and write in tests, and judges of well-formedness that are not the codec's own. */
final class Wire {
    static final EurekaCodec CODEC = new EurekaCodec();
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

    private Wire() {}

    static InstanceInfo decode(WireFormat format, String body) throws MalformedPayloadException {
        return decode(format, utf8(body));
    }

    static InstanceInfo decode(WireFormat format, byte[] body) throws MalformedPayloadException {
        return CODEC.decodeInstance(format, body, 0, body.length);
    }

    static String encode(WireFormat format, InstanceInfo instance) {
        return text(CODEC.encodeInstance(format, instance));
    }

    /** One application of these instances, as a registry. */
    static String registry(WireFormat format, WireForm form, String name, List<InstanceInfo> instances) {
        Utf8Sink out = new Utf8Sink(16);
        CODEC.writeDocumentStart(format, form, 1, "UP_1_", instances.isEmpty(), out);
        if (!instances.isEmpty()) {
            CODEC.writeApplicationStart(format, form, name, out);
            instances(format, form, instances, out);
            CODEC.writeApplicationEnd(format, form, out);
        }
        CODEC.writeDocumentEnd(format, form, 1, "UP_1_", instances.isEmpty(), out);
        return out.toString();
    }

    static String application(WireFormat format, WireForm form, String name, List<InstanceInfo> instances) {
        Utf8Sink out = new Utf8Sink(16);
        CODEC.writeSingleApplicationStart(format, form, name, out);
        instances(format, form, instances, out);
        CODEC.writeSingleApplicationEnd(format, form, out);
        return out.toString();
    }

    private static void instances(WireFormat format, WireForm form, List<InstanceInfo> instances, Utf8Sink out) {
        String separator = "";
        for (InstanceInfo instance : instances) {
            out.append(utf8(separator));
            CODEC.writeInstance(format, form, instance, out);
            separator = CODEC.separator(format);
        }
    }

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    /** Parses with namespaces, as the strictest clients do. */
    static void assertWellFormedXml(String text) {
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(new ByteArrayInputStream(utf8(text)));
            while (reader.hasNext()) {
                reader.next();
            }
        } catch (XMLStreamException e) {
            throw new AssertionError(text, e);
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
