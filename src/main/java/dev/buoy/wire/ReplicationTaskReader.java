package dev.buoy.wire;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import java.io.IOException;

/** Reads one entry of a batch. What is wrong with it is noted, and shall not trouble the other entries (D-23). */
final class ReplicationTaskReader {
    private ReplicationAction action;
    private String appName;
    private String id;
    private long lastDirtyTimestamp = EurekaCodec.NO_TIMESTAMP;
    private InstanceStatus overriddenStatus;
    private InstanceStatus status;
    private boolean badOverriddenStatus;
    private boolean badStatus;
    private InstanceInfo instance;
    private String badInstance;
    private String misread;

    /** Whether this is an entry at all: an object that does not name an action unknown to us, or a time that is none. */
    boolean isReadable() {
        return misread == null;
    }

    /** Reads the value at the cursor. */
    ReplicationTask read(JsonCursor json) throws IOException {
        JsonStreamContext around = json.around();
        try {
            members(json);
        } catch (MalformedPayloadException e) {
            misread = e.getMessage();
            json.skipBackTo(around);
        }
        return new ReplicationTask(
                action, appName, id, lastDirtyTimestamp, overriddenStatus, status, instance, fault());
    }

    private void members(JsonCursor json) throws IOException, MalformedPayloadException {
        if (!json.isObject()) {
            throw new MalformedPayloadException("an entry must be an object");
        }
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            switch (name) {
                case "action" -> action(json);
                case "appName" -> appName = json.upperCase(name);
                case "id" -> id = json.text(name);
                case "lastDirtyTimestamp" -> timestamp(json);
                case "overriddenStatus" -> {
                    overriddenStatus = status(name, json);
                    badOverriddenStatus = overriddenStatus == null && !json.isNull();
                }
                case "status" -> {
                    status = status(name, json);
                    badStatus = status == null && !json.isNull();
                }
                case "instanceInfo" -> instance(json);
                default -> json.skip();
            }
        }
    }

    private void action(JsonCursor json) throws IOException, MalformedPayloadException {
        String text = json.text("action");
        action = text == null ? null : ReplicationAction.named(text);
        if (text != null && action == null) {
            misread = "unknown action";
        }
    }

    private void timestamp(JsonCursor json) throws IOException, MalformedPayloadException {
        lastDirtyTimestamp = json.number("lastDirtyTimestamp", EurekaCodec.NO_TIMESTAMP, Long.MIN_VALUE);
        if (lastDirtyTimestamp == Long.MIN_VALUE) {
            misread = "lastDirtyTimestamp must be a number";
        } else if (!json.isNull()) {
            lastDirtyTimestamp = Math.max(0, lastDirtyTimestamp);
        }
    }

    private static InstanceStatus status(String name, JsonCursor json) throws IOException, MalformedPayloadException {
        String text = json.text(name);
        return text == null ? null : InstanceStatus.named(text).orElse(null);
    }

    private void instance(JsonCursor json) throws IOException {
        if (json.isNull()) {
            instance = null;
            return;
        }
        JsonStreamContext entry = json.around();
        try {
            InstanceInfo read = JsonInstanceReader.read(json);
            instance = read.actionType() == null
                    ? read
                    : read.toBuilder().actionType(null).build();
        } catch (MalformedPayloadException e) {
            badInstance = e.getMessage();
            json.skipBackTo(entry);
        }
    }

    private String fault() {
        if (misread != null) {
            return misread;
        }
        if (action == null) {
            return "Missing action";
        }
        if (appName == null || appName.isEmpty()) {
            return "Missing appName";
        }
        if (id == null || id.isEmpty()) {
            return "Missing id";
        }
        return switch (action) {
            case Register -> registerFault();
            case Heartbeat -> badOverriddenStatus ? "unknown overriddenStatus" : null;
            case StatusUpdate -> status == null ? "Missing or unknown status" : null;
            case DeleteStatusOverride -> badStatus ? "unknown status" : null;
            case Cancel -> null;
        };
    }

    private String registerFault() {
        if (badInstance != null) {
            return badInstance;
        }
        if (instance == null) {
            return "Missing instanceInfo";
        }
        return instance.app() == null ? "Missing appName" : null;
    }
}
