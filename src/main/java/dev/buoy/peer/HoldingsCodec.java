package dev.buoy.peer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.model.Application;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.peer.Cancellations.Cancellation;
import dev.buoy.registry.LeaseState;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.Utf8Sink;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What nodes of Buoy tell each other beyond Eureka's protocol, in JSON. Holdings are two lines: what Eureka's documents cannot
 * say (the time, what overridden instances last reported, who was cancelled), and such a document of the instances.
 */
final class HoldingsCodec {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonFactory FACTORY = new JsonFactory();

    private final EurekaCodec codec;

    HoldingsCodec(EurekaCodec codec) {
        this.codec = codec;
    }

    byte[] encode(Holdings holdings) {
        Utf8Sink out = new Utf8Sink(1024 * (holdings.leases().size() + 1));
        out.append(head(holdings));
        out.append('\n');
        Map<String, List<LeaseState>> byApp = new TreeMap<>();
        for (LeaseState lease : holdings.leases()) {
            byApp.computeIfAbsent(lease.instance().app(), app -> new ArrayList<>())
                    .add(lease);
        }
        byte[] separator = codec.separator(WireFormat.JSON).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        codec.writeDocumentStart(WireFormat.JSON, WireForm.FULL, 1, "", byApp.isEmpty(), out);
        boolean firstApp = true;
        for (Map.Entry<String, List<LeaseState>> app : byApp.entrySet()) {
            if (!firstApp) {
                out.append(separator);
            }
            firstApp = false;
            codec.writeApplicationStart(WireFormat.JSON, WireForm.FULL, app.getKey(), out);
            boolean first = true;
            for (LeaseState lease : app.getValue()) {
                if (!first) {
                    out.append(separator);
                }
                first = false;
                codec.writeInstance(WireFormat.JSON, WireForm.FULL, lease.instance(), out);
            }
            codec.writeApplicationEnd(WireFormat.JSON, WireForm.FULL, out);
        }
        codec.writeDocumentEnd(WireFormat.JSON, WireForm.FULL, 1, "", byApp.isEmpty(), out);
        return out.toByteArray();
    }

    private static byte[] head(Holdings holdings) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField("now", holdings.now());
            json.writeArrayFieldStart("reported");
            for (LeaseState lease : holdings.leases()) {
                if (lease.override() != null && lease.reported() != null) {
                    json.writeStartArray();
                    json.writeString(lease.instance().app());
                    json.writeString(lease.instance().instanceId());
                    json.writeString(lease.reported().name());
                    json.writeEndArray();
                }
            }
            json.writeEndArray();
            json.writeArrayFieldStart("cancelled");
            for (Cancellation each : holdings.cancelled()) {
                json.writeStartArray();
                json.writeString(each.key().app());
                json.writeString(each.key().id());
                json.writeNumber(each.dirtyTimestamp());
                json.writeNumber(each.at());
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** @throws MalformedPayloadException if it is not what {@link #encode} writes, or an instance in it makes no sense */
    Holdings decode(byte[] body) throws MalformedPayloadException {
        int end = 0;
        while (end < body.length && body[end] != '\n') {
            end++;
        }
        if (end == body.length) {
            throw new MalformedPayloadException("expected two lines");
        }
        JsonNode head;
        try {
            head = JSON.readTree(body, 0, end);
        } catch (IOException e) {
            throw new MalformedPayloadException("malformed JSON in the first line");
        }
        Map<InstanceKey, InstanceStatus> reported = new HashMap<>();
        for (JsonNode each : head.path("reported")) {
            InstanceStatus.named(each.path(2).asText()).ifPresent(status -> reported.put(key(each), status));
        }
        List<Cancellation> cancelled = new ArrayList<>();
        for (JsonNode each : head.path("cancelled")) {
            cancelled.add(new Cancellation(
                    key(each), each.path(2).asLong(), each.path(3).asLong(), null));
        }
        var document = codec.decodeApplications(WireFormat.JSON, body, end + 1, body.length - end - 1);
        if (document.unreadable() > 0) {
            throw new MalformedPayloadException(document.unreadable() + " instances that make no sense");
        }
        List<LeaseState> leases = new ArrayList<>();
        for (Application application : document.applications()) {
            application.forEach(instance -> leases.add(state(instance, reported.get(instance.key()))));
        }
        return new Holdings(head.path("now").asLong(), leases, cancelled);
    }

    /** The state of a lease of which only what Eureka tells is known. */
    static LeaseState state(InstanceInfo instance, InstanceStatus reported) {
        boolean overridden = instance.overriddenStatus() != InstanceStatus.UNKNOWN;
        InstanceStatus said = reported != null
                ? reported
                : overridden && instance.status() == instance.overriddenStatus() ? null : instance.status();
        return new LeaseState(instance, said, overridden ? instance.overriddenStatus() : null);
    }

    byte[] encodeDigest(NodeId self, RegistryDigest.Taken digest) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("nodeId", self.value());
            json.writeNumberField("instances", digest.instances());
            json.writeStringField("digest", digest.text());
            json.writeObjectFieldStart("applications");
            for (Map.Entry<String, Long> app : digest.applications().entrySet()) {
                json.writeStringField(app.getKey(), Long.toHexString(app.getValue()));
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static RegistryDigest.Taken digestOrNull(HttpReply reply) {
        try {
            return reply.isSuccess() ? decodeDigest(reply.body()) : null;
        } catch (MalformedPayloadException e) {
            return null;
        }
    }

    static RegistryDigest.Taken decodeDigest(byte[] body) throws MalformedPayloadException {
        try {
            JsonNode root = JSON.readTree(body);
            TreeMap<String, Long> applications = new TreeMap<>();
            var fields = root.path("applications").properties();
            for (Map.Entry<String, JsonNode> field : fields) {
                applications.put(field.getKey(), number(field.getValue()));
            }
            return new RegistryDigest.Taken(
                    -1, root.path("instances").asInt(), number(root.path("digest")), applications);
        } catch (IOException | NumberFormatException e) {
            throw new MalformedPayloadException("no digest");
        }
    }

    private static long number(JsonNode hex) {
        return Long.parseUnsignedLong(hex.asText(), 16);
    }

    private static InstanceKey key(JsonNode entry) {
        return new InstanceKey(entry.path(0).asText(), entry.path(1).asText());
    }
}
