package dev.buoy.wire;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.util.function.Predicate;

/**
 * An instance as a JSON object: the members of the contract §3.2 in its order, and no others, since one more stops every
 * Spring client (T-03).
 *
 * <p>Every member is written with a comma before it, and the first comma of an object is then made its brace.
 */
final class JsonInstanceWriter {
    private static final byte[] INSTANCE_ID = text("instanceId");
    private static final byte[] HOST_NAME = text("hostName");
    private static final byte[] APP = text("app");
    private static final byte[] IP_ADDR = text("ipAddr");
    private static final byte[] SID = text("sid");
    private static final byte[] STATUS = text("status");
    private static final byte[] OVERRIDDEN_STATUS = text("overriddenStatus");
    private static final byte[] PORT = Ascii.bytes(",\"port\":{\"$\":");
    private static final byte[] SECURE_PORT = Ascii.bytes(",\"securePort\":{\"$\":");
    private static final byte[] ENABLED = Ascii.bytes(",\"@enabled\":\"true\"}");
    private static final byte[] DISABLED = Ascii.bytes(",\"@enabled\":\"false\"}");
    private static final byte[] COUNTRY_ID = Ascii.bytes(",\"countryId\":");
    private static final byte[] DATA_CENTER = Ascii.bytes(",\"dataCenterInfo\":{\"@class\":\"");
    private static final byte[] DATA_CENTER_NAME = Ascii.bytes("\",\"name\":\"");
    private static final byte[] RENEWAL_INTERVAL = Ascii.bytes(",\"leaseInfo\":{\"renewalIntervalInSecs\":");
    private static final byte[] DURATION = Ascii.bytes(",\"durationInSecs\":");
    private static final byte[] REGISTRATION = Ascii.bytes(",\"registrationTimestamp\":");
    private static final byte[] LAST_RENEWAL = Ascii.bytes(",\"lastRenewalTimestamp\":");
    private static final byte[] EVICTION = Ascii.bytes(",\"evictionTimestamp\":");
    private static final byte[] SERVICE_UP = Ascii.bytes(",\"serviceUpTimestamp\":");
    private static final byte[] METADATA = Ascii.bytes(",\"metadata\":");
    private static final byte[] EMPTY_METADATA = Ascii.bytes("{\"@class\":\"" + DataCenterClass.EMPTY_MAP + "\"}");
    private static final byte[] VALUE = Ascii.bytes("\":\"");
    private static final byte[] APP_GROUP_NAME = text("appGroupName");
    private static final byte[] HOME_PAGE_URL = text("homePageUrl");
    private static final byte[] STATUS_PAGE_URL = text("statusPageUrl");
    private static final byte[] HEALTH_CHECK_URL = text("healthCheckUrl");
    private static final byte[] SECURE_HEALTH_CHECK_URL = text("secureHealthCheckUrl");
    private static final byte[] VIP_ADDRESS = text("vipAddress");
    private static final byte[] SECURE_VIP_ADDRESS = text("secureVipAddress");
    private static final byte[] COORDINATING = Ascii.bytes(",\"isCoordinatingDiscoveryServer\":\"true\"");
    private static final byte[] NOT_COORDINATING = Ascii.bytes(",\"isCoordinatingDiscoveryServer\":\"false\"");
    private static final byte[] LAST_UPDATED = text("lastUpdatedTimestamp");
    private static final byte[] LAST_UPDATED_NUMBER = Ascii.bytes(",\"lastUpdatedTimestamp\":");
    private static final byte[] LAST_DIRTY = text("lastDirtyTimestamp");
    private static final byte[] ACTION_TYPE = text("actionType");
    private static final byte[] ASG_NAME = text("asgName");

    private JsonInstanceWriter() {}

    private static byte[] text(String name) {
        return Ascii.bytes(",\"" + name + "\":\"");
    }

    static void full(InstanceInfo instance, Utf8Sink out) {
        int start = out.length();
        text(INSTANCE_ID, instance.instanceId(), out);
        text(HOST_NAME, instance.hostName(), out);
        text(APP, instance.app(), out);
        text(IP_ADDR, instance.ipAddr(), out);
        if (!Sid.isUnused(instance.sid())) {
            text(SID, instance.sid(), out);
        }
        status(STATUS, instance.status(), out);
        status(OVERRIDDEN_STATUS, instance.overriddenStatus(), out);
        port(PORT, instance.port(), out);
        port(SECURE_PORT, instance.securePort(), out);
        out.append(COUNTRY_ID);
        out.append(instance.countryId());
        dataCenter(instance.dataCenterInfo(), key -> true, out);
        lease(instance.leaseInfo(), out);
        out.append(METADATA);
        entries(instance.metadata(), key -> !key.equals("@class"), out);
        text(APP_GROUP_NAME, instance.appGroupName(), out);
        text(HOME_PAGE_URL, instance.homePageUrl(), out);
        text(STATUS_PAGE_URL, instance.statusPageUrl(), out);
        text(HEALTH_CHECK_URL, instance.healthCheckUrl(), out);
        text(SECURE_HEALTH_CHECK_URL, instance.secureHealthCheckUrl(), out);
        text(VIP_ADDRESS, instance.vipAddress(), out);
        text(SECURE_VIP_ADDRESS, instance.secureVipAddress(), out);
        out.append(instance.coordinatingDiscoveryServer() ? COORDINATING : NOT_COORDINATING);
        digits(LAST_UPDATED, instance.lastUpdatedTimestamp(), out);
        digits(LAST_DIRTY, instance.lastDirtyTimestamp(), out);
        if (instance.actionType() != null) {
            text(ACTION_TYPE, instance.actionType().name(), out);
        }
        text(ASG_NAME, instance.asgName(), out);
        out.append('}');
        out.put(start, '{');
    }

    static void compact(InstanceInfo instance, Utf8Sink out) {
        int start = out.length();
        text(INSTANCE_ID, instance.instanceId(), out);
        text(APP, instance.app(), out);
        text(IP_ADDR, instance.ipAddr(), out);
        text(VIP_ADDRESS, instance.vipAddress(), out);
        text(SECURE_VIP_ADDRESS, instance.secureVipAddress(), out);
        dataCenter(instance.dataCenterInfo(), DataCenterClass.COMPACT_KEYS::contains, out);
        text(HOST_NAME, instance.hostName(), out);
        status(STATUS, instance.status(), out);
        out.append(LAST_UPDATED_NUMBER);
        out.append(instance.lastUpdatedTimestamp());
        if (instance.actionType() != null) {
            text(ACTION_TYPE, instance.actionType().name(), out);
        }
        text(ASG_NAME, instance.asgName(), out);
        port(PORT, instance.port(), out);
        port(SECURE_PORT, instance.securePort(), out);
        out.append('}');
        out.put(start, '{');
    }

    private static void text(byte[] name, String value, Utf8Sink out) {
        if (value != null) {
            out.append(name);
            JsonText.append(value, out);
            out.append('"');
        }
    }

    private static void status(byte[] name, InstanceStatus status, Utf8Sink out) {
        text(name, status.name(), out);
    }

    private static void digits(byte[] name, long value, Utf8Sink out) {
        out.append(name);
        out.append(value);
        out.append('"');
    }

    private static void port(byte[] name, PortInfo port, Utf8Sink out) {
        out.append(name);
        out.append(port.number());
        out.append(port.enabled() ? ENABLED : DISABLED);
    }

    private static void dataCenter(DataCenterInfo dataCenter, Predicate<String> keys, Utf8Sink out) {
        if (dataCenter == null || dataCenter.name() == null) {
            return;
        }
        out.append(DATA_CENTER);
        JsonText.append(DataCenterClass.of(dataCenter), out);
        out.append(DATA_CENTER_NAME);
        JsonText.append(dataCenter.name().name(), out);
        out.append('"');
        if (dataCenter.name() == DataCenterInfo.Name.Amazon) {
            out.append(METADATA);
            int start = out.length();
            entries(dataCenter.metadata(), keys, start, out);
            if (out.length() == start) {
                out.append('{');
                out.append('}');
            }
        }
        out.append('}');
    }

    private static void lease(LeaseInfo lease, Utf8Sink out) {
        out.append(RENEWAL_INTERVAL);
        out.append(lease.renewalIntervalInSecs());
        out.append(DURATION);
        out.append(lease.durationInSecs());
        out.append(REGISTRATION);
        out.append(lease.registrationTimestamp());
        out.append(LAST_RENEWAL);
        out.append(lease.lastRenewalTimestamp());
        out.append(EVICTION);
        out.append(lease.evictionTimestamp());
        out.append(SERVICE_UP);
        out.append(lease.serviceUpTimestamp());
        out.append('}');
    }

    private static void entries(Metadata metadata, Predicate<String> keys, Utf8Sink out) {
        int start = out.length();
        entries(metadata, keys, start, out);
        if (out.length() == start) {
            out.append(EMPTY_METADATA);
        }
    }

    // Writes nothing, not even braces, when there is no entry to write.
    private static void entries(Metadata metadata, Predicate<String> keys, int start, Utf8Sink out) {
        metadata.forEach((key, value) -> {
            if (keys.test(key)) {
                out.append(',');
                out.append('"');
                JsonText.append(key, out);
                out.append(VALUE);
                JsonText.append(value, out);
                out.append('"');
            }
        });
        if (out.length() > start) {
            out.append('}');
            out.put(start, '{');
        }
    }
}
