package dev.buoy.wire;

import dev.buoy.model.ActionType;
import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The payloads of src/test/resources/wire, and what they mean. */
final class Samples {
    static final InstanceInfo ORDERS = new InstanceInfoBuilder()
            .instanceId("web-1:orders:8080")
            .hostName("web-1")
            .app("ORDERS")
            .ipAddr("10.2.0.7")
            .port(new PortInfo(8080, true))
            .securePort(new PortInfo(443, false))
            .dataCenterInfo(DataCenterInfo.MY_OWN)
            .leaseInfo(new LeaseInfo(30, 90, 1700000000100L, 1700000030100L, 0, 1700000000100L))
            .metadata(entries("management.port", "8080", "zone", "z1"))
            .homePageUrl("http://web-1:8080/")
            .statusPageUrl("http://web-1:8080/actuator/info")
            .healthCheckUrl("http://web-1:8080/actuator/health")
            .vipAddress("orders")
            .secureVipAddress("orders")
            .lastUpdatedTimestamp(1700000000101L)
            .lastDirtyTimestamp(1700000000042L)
            .build();

    static final InstanceInfo ORDERS_ADDED =
            ORDERS.toBuilder().actionType(ActionType.ADDED).build();

    static final InstanceInfo AMAZON = new InstanceInfoBuilder()
            .instanceId("i-0a1b")
            .hostName("ec2-1")
            .app("STOCK")
            .ipAddr("10.3.0.4")
            .sid("s-1")
            .status(InstanceStatus.OUT_OF_SERVICE)
            .overriddenStatus(InstanceStatus.OUT_OF_SERVICE)
            .dataCenterInfo(new DataCenterInfo(
                    DataCenterInfo.Name.Amazon,
                    entries("instance-id", "i-0a1b", "ami-id", "ami-7", "availability-zone", "eu-west-1b")))
            .appGroupName("RETAIL")
            .secureHealthCheckUrl("https://ec2-1/health")
            .lastUpdatedTimestamp(1700000000101L)
            .lastDirtyTimestamp(1700000000042L)
            .asgName("stock-v3")
            .build();

    private Samples() {}

    static Metadata entries(String... keysAndValues) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return Metadata.of(map);
    }

    /** A payload as it is on the wire. */
    static String read(String file) {
        try (InputStream in = Samples.class.getResourceAsStream("/wire/" + file)) {
            String text = Wire.text(in.readAllBytes());
            return file.endsWith(".json") ? text.replace("\n", "") : text.stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
