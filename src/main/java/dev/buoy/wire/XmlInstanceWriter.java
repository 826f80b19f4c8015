package dev.buoy.wire;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.util.function.Predicate;

/** An instance as an XML element (contract §4.1), indented for its depth in the document. */
final class XmlInstanceWriter {
    /** In place of a depth: without line breaks. */
    static final int ONE_LINE = -1;

    /** Bytes in the name of an element. The JDK's parsers refuse names of more than 1000 characters. */
    private static final int LONGEST_NAME = 1000;

    private final int depth;
    private final byte[] instance;
    private final byte[] instanceEnd;
    private final Element instanceId;
    private final Element hostName;
    private final Element app;
    private final Element ipAddr;
    private final Element sid;
    private final Element status;
    private final Element overriddenStatus;
    private final Element port;
    private final Element portDisabled;
    private final Element securePort;
    private final Element securePortDisabled;
    private final Element countryId;
    private final Element dataCenter;
    private final Element amazon;
    private final Element dataCenterName;
    private final Element leaseInfo;
    private final Element renewalInterval;
    private final Element duration;
    private final Element registration;
    private final Element lastRenewal;
    private final Element eviction;
    private final Element serviceUp;
    private final Element metadata;
    private final byte[] emptyMetadata;
    private final byte[] entry;
    private final Element amazonMetadata;
    private final byte[] amazonEntry;
    private final Element appGroupName;
    private final Element homePageUrl;
    private final Element statusPageUrl;
    private final Element healthCheckUrl;
    private final Element secureHealthCheckUrl;
    private final Element vipAddress;
    private final Element secureVipAddress;
    private final Element coordinating;
    private final Element lastUpdated;
    private final Element lastDirty;
    private final Element actionType;
    private final Element asgName;

    private record Element(byte[] start, byte[] end) {}

    /** @param depth how many elements are around the instance, or {@link #ONE_LINE} */
    XmlInstanceWriter(int depth) {
        this.depth = depth;
        instance = Ascii.bytes((depth == 0 ? "" : indent(0)) + "<instance>");
        instanceEnd = Ascii.bytes(indent(0) + "</instance>");
        instanceId = element("instanceId");
        hostName = element("hostName");
        app = element("app");
        ipAddr = element("ipAddr");
        sid = element("sid");
        status = element("status");
        overriddenStatus = element("overriddenstatus");
        port = element("port", " enabled=\"true\"");
        portDisabled = element("port", " enabled=\"false\"");
        securePort = element("securePort", " enabled=\"true\"");
        securePortDisabled = element("securePort", " enabled=\"false\"");
        countryId = element("countryId");
        dataCenter = group("dataCenterInfo", " class=\"" + DataCenterClass.DEFAULT + "\"");
        amazon = group("dataCenterInfo", " class=\"" + DataCenterClass.AMAZON + "\"");
        dataCenterName = nested("name");
        leaseInfo = group("leaseInfo", "");
        renewalInterval = nested("renewalIntervalInSecs");
        duration = nested("durationInSecs");
        registration = nested("registrationTimestamp");
        lastRenewal = nested("lastRenewalTimestamp");
        eviction = nested("evictionTimestamp");
        serviceUp = nested("serviceUpTimestamp");
        metadata = group("metadata", "");
        appGroupName = element("appGroupName");
        homePageUrl = element("homePageUrl");
        statusPageUrl = element("statusPageUrl");
        healthCheckUrl = element("healthCheckUrl");
        secureHealthCheckUrl = element("secureHealthCheckUrl");
        vipAddress = element("vipAddress");
        secureVipAddress = element("secureVipAddress");
        coordinating = element("isCoordinatingDiscoveryServer");
        lastUpdated = element("lastUpdatedTimestamp");
        lastDirty = element("lastDirtyTimestamp");
        actionType = element("actionType");
        asgName = element("asgName");
        emptyMetadata = Ascii.bytes(indent(1) + "<metadata class=\"" + DataCenterClass.EMPTY_MAP + "\"/>");
        entry = Ascii.bytes(indent(2) + "<");
        amazonMetadata = new Element(Ascii.bytes(indent(2) + "<metadata>"), Ascii.bytes(indent(2) + "</metadata>"));
        amazonEntry = Ascii.bytes(indent(3) + "<");
    }

    private String indent(int more) {
        return depth == ONE_LINE ? "" : "\n" + "  ".repeat(depth + more);
    }

    private Element element(String name) {
        return element(name, "");
    }

    private Element element(String name, String attributes) {
        return new Element(Ascii.bytes(indent(1) + "<" + name + attributes + ">"), Ascii.bytes("</" + name + ">"));
    }

    private Element nested(String name) {
        return new Element(Ascii.bytes(indent(2) + "<" + name + ">"), Ascii.bytes("</" + name + ">"));
    }

    private Element group(String name, String attributes) {
        return new Element(
                Ascii.bytes(indent(1) + "<" + name + attributes + ">"), Ascii.bytes(indent(1) + "</" + name + ">"));
    }

    void full(InstanceInfo from, Utf8Sink out) {
        out.append(instance);
        text(instanceId, from.instanceId(), out);
        text(hostName, from.hostName(), out);
        text(app, from.app(), out);
        text(ipAddr, from.ipAddr(), out);
        if (!Sid.isUnused(from.sid())) {
            text(sid, from.sid(), out);
        }
        text(status, from.status().name(), out);
        text(overriddenStatus, from.overriddenStatus().name(), out);
        ports(from, out);
        number(countryId, from.countryId(), out);
        dataCenter(from.dataCenterInfo(), key -> true, out);
        lease(from.leaseInfo(), out);
        metadata(from.metadata(), out);
        text(appGroupName, from.appGroupName(), out);
        text(homePageUrl, from.homePageUrl(), out);
        text(statusPageUrl, from.statusPageUrl(), out);
        text(healthCheckUrl, from.healthCheckUrl(), out);
        text(secureHealthCheckUrl, from.secureHealthCheckUrl(), out);
        text(vipAddress, from.vipAddress(), out);
        text(secureVipAddress, from.secureVipAddress(), out);
        text(coordinating, from.coordinatingDiscoveryServer() ? "true" : "false", out);
        number(lastUpdated, from.lastUpdatedTimestamp(), out);
        number(lastDirty, from.lastDirtyTimestamp(), out);
        if (from.actionType() != null) {
            text(actionType, from.actionType().name(), out);
        }
        text(asgName, from.asgName(), out);
        out.append(instanceEnd);
    }

    void compact(InstanceInfo from, Utf8Sink out) {
        out.append(instance);
        text(instanceId, from.instanceId(), out);
        text(app, from.app(), out);
        text(ipAddr, from.ipAddr(), out);
        text(vipAddress, from.vipAddress(), out);
        text(secureVipAddress, from.secureVipAddress(), out);
        dataCenter(from.dataCenterInfo(), DataCenterClass.COMPACT_KEYS::contains, out);
        text(hostName, from.hostName(), out);
        text(status, from.status().name(), out);
        number(lastUpdated, from.lastUpdatedTimestamp(), out);
        if (from.actionType() != null) {
            text(actionType, from.actionType().name(), out);
        }
        text(asgName, from.asgName(), out);
        ports(from, out);
        out.append(instanceEnd);
    }

    private static void text(Element element, String value, Utf8Sink out) {
        if (value != null) {
            out.append(element.start);
            XmlText.append(value, out);
            out.append(element.end);
        }
    }

    private static void number(Element element, long value, Utf8Sink out) {
        out.append(element.start);
        out.append(value);
        out.append(element.end);
    }

    private void ports(InstanceInfo from, Utf8Sink out) {
        PortInfo plain = from.port();
        number(plain.enabled() ? port : portDisabled, plain.number(), out);
        PortInfo secure = from.securePort();
        number(secure.enabled() ? securePort : securePortDisabled, secure.number(), out);
    }

    private void dataCenter(DataCenterInfo from, Predicate<String> keys, Utf8Sink out) {
        if (from == null || from.name() == null) {
            return;
        }
        boolean onAmazon = from.name() == DataCenterInfo.Name.Amazon;
        Element element = onAmazon ? amazon : dataCenter;
        out.append(element.start);
        text(dataCenterName, from.name().name(), out);
        if (onAmazon) {
            out.append(amazonMetadata.start);
            entries(from.metadata(), keys, amazonEntry, out);
            out.append(amazonMetadata.end);
        }
        out.append(element.end);
    }

    private void lease(LeaseInfo from, Utf8Sink out) {
        out.append(leaseInfo.start);
        number(renewalInterval, from.renewalIntervalInSecs(), out);
        number(duration, from.durationInSecs(), out);
        number(registration, from.registrationTimestamp(), out);
        number(lastRenewal, from.lastRenewalTimestamp(), out);
        number(eviction, from.evictionTimestamp(), out);
        number(serviceUp, from.serviceUpTimestamp(), out);
        out.append(leaseInfo.end);
    }

    private void metadata(Metadata from, Utf8Sink out) {
        if (from.isEmpty()) {
            out.append(emptyMetadata);
            return;
        }
        out.append(metadata.start);
        entries(from, key -> true, entry, out);
        out.append(metadata.end);
    }

    // An entry that cannot be an element is in the JSON only: one of the empty key, and one whose name is longer than
    // parsers take, which would cost its readers the whole document (D-14).
    private static void entries(Metadata from, Predicate<String> keys, byte[] start, Utf8Sink out) {
        from.forEach((key, value) -> {
            if (!key.isEmpty() && keys.test(key)) {
                entry(key, value, start, out);
            }
        });
    }

    private static void entry(String key, String value, byte[] start, Utf8Sink out) {
        int before = out.length();
        out.append(start);
        int name = out.length();
        XmlNames.append(key, out);
        int nameEnd = out.length();
        if (nameEnd - name > LONGEST_NAME) {
            out.truncate(before);
            return;
        }
        out.append('>');
        XmlText.append(value, out);
        out.append('<');
        out.append('/');
        out.appendAgain(name, nameEnd);
        out.append('>');
    }
}
