package dev.buoy.testing;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.util.Locale;
import java.util.Map;

/** Instances with all that a registration must have, for tests to change in the one respect that they are about. */
public final class Instances {
    /** The dirty timestamp of every instance made here, epoch milliseconds. */
    public static final long DIRTY = 1_700_000_000_042L;

    private Instances() {}

    /** An instance that is UP on port 8080, of the VIP named like the application. */
    public static InstanceInfoBuilder instance(String app, String id) {
        String vip = app.toLowerCase(Locale.ROOT);
        return new InstanceInfoBuilder()
                .instanceId(id)
                .hostName("host-" + id)
                .app(app.toUpperCase(Locale.ROOT))
                .ipAddr("10.2.0.7")
                .port(new PortInfo(8080, true))
                .securePort(new PortInfo(443, false))
                .dataCenterInfo(DataCenterInfo.MY_OWN)
                .vipAddress(vip)
                .secureVipAddress(vip)
                .lastUpdatedTimestamp(DIRTY)
                .lastDirtyTimestamp(DIRTY);
    }

    /** The same on Amazon's cloud; its Amazon metadata names {@code instance-id} only. */
    public static InstanceInfoBuilder amazonInstance(String app, String id) {
        Metadata amazon = Metadata.of(Map.of(DataCenterInfo.INSTANCE_ID, id));
        return instance(app, id).dataCenterInfo(new DataCenterInfo(DataCenterInfo.Name.Amazon, amazon));
    }

    /** The usual instance, built. */
    public static InstanceInfo plain(String app, String id) {
        return instance(app, id).build();
    }
}
