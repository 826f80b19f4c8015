package dev.buoy.wire;

import dev.buoy.model.DataCenterInfo;
import java.util.Set;

/** The labels of data centres on the wire (contract §3.3). They look like class names; nothing is ever loaded by them. */
final class DataCenterClass {
    static final String DEFAULT = "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo";
    static final String AMAZON = "com.netflix.appinfo.AmazonInfo";

    /** The label of metadata without entries. */
    static final String EMPTY_MAP = "java.util.Collections$EmptyMap";

    /** What the compact form keeps of Amazon's metadata (contract §3.8). */
    static final Set<String> COMPACT_KEYS =
            Set.of(DataCenterInfo.INSTANCE_ID, "public-ipv4", "public-hostname", "local-ipv4", "availability-zone");

    private DataCenterClass() {}

    /** The kind of exactly this name (P-055). */
    static DataCenterInfo.Name named(String name) throws MalformedPayloadException {
        return switch (name) {
            case "MyOwn" -> DataCenterInfo.Name.MyOwn;
            case "Amazon" -> DataCenterInfo.Name.Amazon;
            case "Netflix" -> DataCenterInfo.Name.Netflix;
            default -> throw new MalformedPayloadException("unknown dataCenterInfo name");
        };
    }

    static String of(DataCenterInfo dataCenter) {
        return dataCenter.name() == DataCenterInfo.Name.Amazon ? AMAZON : DEFAULT;
    }
}
