package dev.buoy.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.buoy.model.ActionType;
import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the JSON object of an instance, in any dialect that clients speak (contract §3.2, §3.3, §3.6, D-12). */
final class JsonInstanceReader {
    private JsonInstanceReader() {}

    /** The instance at the cursor, as {@link EurekaCodec#decodeInstance} describes it, except that the app may be missing. */
    static InstanceInfo read(JsonCursor json) throws IOException, MalformedPayloadException {
        if (!json.isObject()) {
            throw new MalformedPayloadException("instance must be an object");
        }
        ReceivedInstance received = new ReceivedInstance();
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            member(name, json, received);
        }
        return received.build();
    }

    private static void member(String name, JsonCursor json, ReceivedInstance received)
            throws IOException, MalformedPayloadException {
        switch (name) {
            case "instanceId" -> received.instanceId = json.text(name);
            case "hostName" -> received.hostName = json.text(name);
            case "app" -> received.app = json.upperCase(name);
            case "ipAddr" -> received.fields.ipAddr(json.text(name));
            case "sid" -> received.fields.sid(json.isNull() ? InstanceInfo.NO_SID : json.text(name));
            case "status" -> received.fields.status(json.status(name, InstanceStatus.UP));
            case "overriddenStatus", "overriddenstatus" ->
                received.fields.overriddenStatus(json.status(name, InstanceStatus.UNKNOWN));
            case "port" -> received.fields.port(port(name, json, PortInfo.DEFAULT));
            case "securePort" -> received.fields.securePort(port(name, json, PortInfo.DEFAULT_SECURE));
            case "countryId" -> received.fields.countryId(Numbers.toInt(json.number(name, 1, 1)));
            case "dataCenterInfo" -> received.dataCenter = dataCenter(json);
            case "leaseInfo" -> received.fields.leaseInfo(lease(json));
            case "metadata" -> received.metadata = metadata(json, "null");
            case "appGroupName" -> received.fields.appGroupName(json.upperCase(name));
            case "homePageUrl" -> received.fields.homePageUrl(json.text(name));
            case "statusPageUrl" -> received.fields.statusPageUrl(json.text(name));
            case "healthCheckUrl" -> received.fields.healthCheckUrl(json.text(name));
            case "secureHealthCheckUrl" -> received.fields.secureHealthCheckUrl(json.text(name));
            case "vipAddress" -> received.fields.vipAddress(json.text(name));
            case "secureVipAddress" -> received.fields.secureVipAddress(json.text(name));
            case "isCoordinatingDiscoveryServer" -> received.fields.coordinatingDiscoveryServer(json.bool(name, false));
            case "lastUpdatedTimestamp" -> received.fields.lastUpdatedTimestamp(json.number(name, 0, 0));
            case "lastDirtyTimestamp" ->
                received.fields.lastDirtyTimestamp(dirty(json.number(name, EurekaCodec.NO_TIMESTAMP, 0), json));
            case "actionType" -> received.fields.actionType(actionType(json));
            case "asgName" -> received.fields.asgName(json.text(name));
            default -> json.skip();
        }
    }

    // A negative number that was really sent must not look like an absent one.
    private static long dirty(long timestamp, JsonCursor json) {
        return json.isNull() ? timestamp : Math.max(0, timestamp);
    }

    private static ActionType actionType(JsonCursor json) throws IOException {
        if (json.token() == JsonToken.VALUE_STRING) {
            return ActionTypes.named(json.textHere());
        }
        json.skip();
        return null;
    }

    private static PortInfo port(String what, JsonCursor json, PortInfo absent)
            throws IOException, MalformedPayloadException {
        if (json.isNull()) {
            return absent;
        }
        if (!json.isObject()) {
            return ReceivedInstance.port(what, json.number(what, -1, -1), absent.enabled());
        }
        long number = absent.number();
        boolean enabled = absent.enabled();
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            switch (name) {
                case "$" -> number = json.number(what, absent.number(), -1);
                case "@enabled" -> enabled = json.bool("@enabled", absent.enabled());
                default -> json.skip();
            }
        }
        return ReceivedInstance.port(what, number, enabled);
    }

    private static DataCenterInfo dataCenter(JsonCursor json) throws IOException, MalformedPayloadException {
        if (json.isNull()) {
            return null;
        }
        requireObject("dataCenterInfo", json);
        String label = null;
        String kind = null;
        Metadata metadata = Metadata.EMPTY;
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            switch (name) {
                case "@class" -> label = json.text(name);
                case "name" -> kind = json.text("dataCenterInfo.name");
                case "metadata" -> metadata = metadata(json, null);
                default -> json.skip();
            }
        }
        return dataCenter(label, kind, metadata);
    }

    private static DataCenterInfo dataCenter(String label, String kind, Metadata metadata)
            throws MalformedPayloadException {
        boolean amazon = DataCenterClass.AMAZON.equals(label);
        if (kind == null || kind.isEmpty()) {
            return new DataCenterInfo(amazon ? DataCenterInfo.Name.Amazon : null, metadata);
        }
        DataCenterInfo.Name name = DataCenterClass.named(kind);
        return new DataCenterInfo(amazon ? DataCenterInfo.Name.Amazon : name, metadata);
    }

    private static LeaseInfo lease(JsonCursor json) throws IOException, MalformedPayloadException {
        if (json.isNull()) {
            return LeaseInfo.DEFAULT;
        }
        requireObject("leaseInfo", json);
        LeaseFields lease = new LeaseFields();
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            if (LeaseFields.NAMES.contains(name)) {
                lease.put(name, json.number(name, 0, 0));
            } else {
                json.skip();
            }
        }
        return lease.build();
    }

    /** @param nullText what a value of null becomes; entries are left out where this is null itself */
    private static Metadata metadata(JsonCursor json, String nullText) throws IOException, MalformedPayloadException {
        if (json.isNull()) {
            return Metadata.EMPTY;
        }
        requireObject("metadata", json);
        Map<String, String> entries = new LinkedHashMap<>();
        for (String key = json.nextMember(); key != null; key = json.nextMember()) {
            String value = json.isNull() ? nullText : json.text("a metadata value");
            if (value != null && !key.equals("@class")) {
                entries.put(key, value);
            }
        }
        return Metadata.of(entries);
    }

    private static void requireObject(String what, JsonCursor json) throws MalformedPayloadException {
        if (!json.isObject()) {
            throw new MalformedPayloadException(what + " must be an object");
        }
    }
}
