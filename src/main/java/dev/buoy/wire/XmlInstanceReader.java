package dev.buoy.wire;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the XML element of an instance (contract §4.3). */
final class XmlInstanceReader {
    private XmlInstanceReader() {}

    /** The instance whose start tag the cursor is on. */
    static InstanceInfo read(XmlCursor xml) throws MalformedPayloadException {
        ReceivedInstance received = new ReceivedInstance();
        while (xml.nextChild()) {
            element(xml, received);
        }
        return received.build();
    }

    private static void element(XmlCursor xml, ReceivedInstance received) throws MalformedPayloadException {
        String name = xml.name();
        switch (name) {
            case "instanceId" -> received.instanceId = xml.text();
            case "hostName" -> received.hostName = xml.text();
            case "app" -> received.app = xml.upperCase();
            case "ipAddr" -> received.fields.ipAddr(xml.text());
            case "sid" -> received.fields.sid(xml.text());
            case "status" -> received.fields.status(status(xml));
            case "overriddenstatus", "overriddenStatus" -> received.fields.overriddenStatus(status(xml));
            case "port" -> {
                boolean enabled = !"false".equals(xml.attribute("enabled"));
                received.fields.port(port(name, xml, enabled));
            }
            case "securePort" -> {
                boolean enabled = "true".equals(xml.attribute("enabled"));
                received.fields.securePort(port(name, xml, enabled));
            }
            case "countryId" -> received.fields.countryId(Numbers.toInt(Numbers.parse(xml.text(), 1)));
            case "dataCenterInfo" -> received.dataCenter = dataCenter(xml);
            case "leaseInfo" -> received.fields.leaseInfo(lease(xml));
            case "metadata" -> received.metadata = metadata(xml);
            case "appGroupName" -> received.fields.appGroupName(xml.text());
            case "homePageUrl" -> received.fields.homePageUrl(xml.text());
            case "statusPageUrl" -> received.fields.statusPageUrl(xml.text());
            case "healthCheckUrl" -> received.fields.healthCheckUrl(xml.text());
            case "secureHealthCheckUrl" -> received.fields.secureHealthCheckUrl(xml.text());
            case "vipAddress" -> received.fields.vipAddress(xml.text());
            case "secureVipAddress" -> received.fields.secureVipAddress(xml.text());
            case "isCoordinatingDiscoveryServer" ->
                received.fields.coordinatingDiscoveryServer(Boolean.parseBoolean(xml.trimmed()));
            case "lastUpdatedTimestamp" -> received.fields.lastUpdatedTimestamp(Numbers.parse(xml.text(), 0));
            case "lastDirtyTimestamp" -> received.fields.lastDirtyTimestamp(dirty(xml.text()));
            case "actionType" -> received.fields.actionType(ActionTypes.named(xml.trimmed()));
            case "asgName" -> received.fields.asgName(xml.text());
            default -> xml.skip();
        }
    }

    // One that does not parse counts as absent here, unlike in JSON (contract §4.3). A negative one must not.
    private static long dirty(String text) {
        long timestamp = Numbers.parse(text, Long.MIN_VALUE);
        return timestamp == Long.MIN_VALUE ? EurekaCodec.NO_TIMESTAMP : Math.max(0, timestamp);
    }

    // In XML the case does not matter (trap T-09).
    private static InstanceStatus status(XmlCursor xml) throws MalformedPayloadException {
        return InstanceStatus.named(xml.trimmed().toUpperCase(Locale.ROOT)).orElse(InstanceStatus.UNKNOWN);
    }

    private static PortInfo port(String name, XmlCursor xml, boolean enabled) throws MalformedPayloadException {
        return ReceivedInstance.port(name, Numbers.parse(xml.text(), -1), enabled);
    }

    /** What runs the instance; {@code null} when it is not named. The class attribute means nothing. */
    private static DataCenterInfo dataCenter(XmlCursor xml) throws MalformedPayloadException {
        String kind = "";
        Metadata metadata = Metadata.EMPTY;
        while (xml.nextChild()) {
            switch (xml.name()) {
                case "name" -> kind = xml.trimmed();
                case "metadata" -> metadata = metadata(xml);
                default -> xml.skip();
            }
        }
        if (kind.isEmpty()) {
            return null;
        }
        boolean amazon = kind.equalsIgnoreCase(DataCenterInfo.Name.Amazon.name());
        return new DataCenterInfo(amazon ? DataCenterInfo.Name.Amazon : DataCenterClass.named(kind), metadata);
    }

    private static LeaseInfo lease(XmlCursor xml) throws MalformedPayloadException {
        LeaseFields lease = new LeaseFields();
        while (xml.nextChild()) {
            String name = xml.name();
            if (LeaseFields.NAMES.contains(name)) {
                lease.put(name, Numbers.parse(xml.text(), 0));
            } else {
                xml.skip();
            }
        }
        return lease.build();
    }

    private static Metadata metadata(XmlCursor xml) throws MalformedPayloadException {
        Map<String, String> entries = new LinkedHashMap<>();
        while (xml.nextChild()) {
            String key = XmlNames.decode(xml.name());
            String value = xml.text();
            if (!key.equals("@class")) {
                entries.put(key, value);
            }
        }
        return Metadata.of(entries);
    }
}
