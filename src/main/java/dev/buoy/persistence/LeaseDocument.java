package dev.buoy.persistence;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.LeaseState;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A lease as one JSON object on one line, the same in every store: the instance as Eureka writes it, and beside it what a
 * registry knows and does not serve.
 *
 * <pre>{"reported":"UP","override":"OUT_OF_SERVICE","instance":{…}}</pre>
 *
 * Members of other names are ignored, so that later versions may add some.
 */
final class LeaseDocument {
    private static final JsonFactory JSON = new JsonFactory();
    private static final byte[] WRAPPED = "{\"instance\":".getBytes(StandardCharsets.US_ASCII);

    private final EurekaCodec codec;

    LeaseDocument(EurekaCodec codec) {
        this.codec = codec;
    }

    byte[] encode(LeaseState lease) {
        InstanceInfo instance = lease.instance();
        StringBuilder beside = new StringBuilder(64).append('{');
        member(beside, "reported", lease.reported());
        member(beside, "override", lease.override());
        // On the wire a group in lower case is read back in upper case.
        String group = instance.appGroupName();
        if (group != null && !group.equals(group.toUpperCase(Locale.ROOT))) {
            beside.append("\"group\":\"");
            beside.append(JsonStringEncoder.getInstance().quoteAsString(group));
            beside.append("\",");
        }
        byte[] start = beside.toString().getBytes(StandardCharsets.UTF_8);
        byte[] wrapped = codec.encodeInstance(WireFormat.JSON, instance);
        byte[] document = new byte[start.length + wrapped.length - 1];
        System.arraycopy(start, 0, document, 0, start.length);
        System.arraycopy(wrapped, 1, document, start.length, wrapped.length - 1);
        return document;
    }

    LeaseState decode(byte[] document, int length) throws MalformedPayloadException {
        InstanceStatus reported = null;
        InstanceStatus override = null;
        String group = null;
        InstanceInfo instance = null;
        try (JsonParser json = JSON.createParser(document, 0, length)) {
            json.nextToken();
            for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                JsonToken value = json.nextToken();
                switch (name) {
                    case "reported" -> reported = InstanceStatus.valueOf(json.getText());
                    case "override" -> override = InstanceStatus.valueOf(json.getText());
                    case "group" -> group = json.getText();
                    case "instance" -> {
                        int from = (int) json.currentTokenLocation().getByteOffset();
                        json.skipChildren();
                        instance = instance(
                                document, from, (int) json.currentLocation().getByteOffset());
                    }
                    default -> {
                        if (value.isStructStart()) {
                            json.skipChildren();
                        }
                    }
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new MalformedPayloadException("no lease document");
        }
        if (instance == null) {
            throw new MalformedPayloadException("a lease without an instance");
        }
        InstanceInfo restored = group == null
                ? instance
                : instance.toBuilder().appGroupName(group).build();
        return new LeaseState(restored, reported, override);
    }

    private InstanceInfo instance(byte[] document, int from, int to) throws MalformedPayloadException {
        ByteArrayOutputStream wrapped = new ByteArrayOutputStream(to - from + WRAPPED.length + 1);
        wrapped.writeBytes(WRAPPED);
        wrapped.write(document, from, to - from);
        wrapped.write('}');
        return codec.decodeInstance(WireFormat.JSON, wrapped.toByteArray(), 0, wrapped.size());
    }

    private static void member(StringBuilder json, String name, InstanceStatus status) {
        if (status != null) {
            json.append('"').append(name).append("\":\"").append(status).append("\",");
        }
    }
}
