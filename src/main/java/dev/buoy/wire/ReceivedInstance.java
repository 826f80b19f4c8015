package dev.buoy.wire;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.util.Map;

/** An instance while it is being read: its fields, and what can be told only when all have been seen (contract §3.4). */
final class ReceivedInstance {
    private static final String ID_IN_METADATA = "instanceId";

    final InstanceInfoBuilder fields = new InstanceInfoBuilder().lastDirtyTimestamp(EurekaCodec.NO_TIMESTAMP);
    String instanceId;
    String hostName;
    String app;
    DataCenterInfo dataCenter;
    Metadata metadata = Metadata.EMPTY;

    InstanceInfo build() {
        String id = id();
        return fields.instanceId(id)
                .hostName(hostName)
                .app(app)
                .dataCenterInfo(withId(dataCenter, id))
                .metadata(metadata)
                .build();
    }

    private String id() {
        if (instanceId != null && !instanceId.isEmpty()) {
            return instanceId;
        }
        String inMetadata = metadata.get(ID_IN_METADATA).orElse("");
        if (instanceId == null && !inMetadata.isBlank()) {
            return hostName == null || inMetadata.startsWith(hostName) ? inMetadata : hostName + ":" + inMetadata;
        }
        String onAmazon = amazonId(dataCenter);
        return onAmazon.isEmpty() ? hostName : onAmazon;
    }

    private static String amazonId(DataCenterInfo dataCenter) {
        return dataCenter == null
                ? ""
                : dataCenter.metadata().get(DataCenterInfo.INSTANCE_ID).orElse("");
    }

    private static DataCenterInfo withId(DataCenterInfo dataCenter, String id) {
        if (dataCenter == null
                || dataCenter.name() != DataCenterInfo.Name.Amazon
                || id == null
                || !amazonId(dataCenter).isEmpty()) {
            return dataCenter;
        }
        Metadata named = dataCenter.metadata().mergedWith(Map.of(DataCenterInfo.INSTANCE_ID, id));
        return new DataCenterInfo(DataCenterInfo.Name.Amazon, named);
    }

    /** A port, if it can be one. */
    static PortInfo port(String what, long number, boolean enabled) throws MalformedPayloadException {
        if (number < 0 || number > 65535) {
            throw new MalformedPayloadException(what + " must be a number from 0 to 65535");
        }
        return new PortInfo((int) number, enabled);
    }
}
