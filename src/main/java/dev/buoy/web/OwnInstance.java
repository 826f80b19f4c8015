package dev.buoy.web;

import dev.buoy.config.EurekaInstanceConfig;
import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.PortInfo;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.Locale;
import org.eclipse.microprofile.config.Config;

/** This server, described as an instance ({@code eureka.instance.*}). */
@Singleton
public final class OwnInstance {
    private final InstanceInfo info;

    OwnInstance(EurekaInstanceConfig config, Config settings, InstantSource clock) {
        long startedAt = clock.millis();
        String address = config.ipAddress().orElseGet(OwnInstance::localAddress);
        String host = config.preferIpAddress() ? address : config.hostname().orElseGet(OwnInstance::localHostName);
        int port = config.nonSecurePort().orElseGet(() -> settings.getValue("quarkus.http.port", Integer.class));
        String url = "http://" + host + ":" + port;
        this.info = new InstanceInfoBuilder()
                .instanceId(config.instanceId().orElse(host + ":" + config.appname() + ":" + port))
                .hostName(host)
                .app(config.appname().toUpperCase(Locale.ROOT))
                .ipAddr(address)
                .port(new PortInfo(port, config.nonSecurePortEnabled()))
                .securePort(new PortInfo(config.securePort(), config.securePortEnabled()))
                .dataCenterInfo(DataCenterInfo.MY_OWN)
                .homePageUrl(config.homePageUrl().orElse(url + config.homePageUrlPath()))
                .statusPageUrl(config.statusPageUrl().orElse(url + config.statusPageUrlPath()))
                .healthCheckUrl(config.healthCheckUrl().orElse(url + config.healthCheckUrlPath()))
                .vipAddress(config.virtualHostName().orElse(config.appname()))
                .secureVipAddress(config.secureVirtualHostName().orElse(config.appname()))
                .coordinatingDiscoveryServer(true)
                .lastUpdatedTimestamp(startedAt)
                .lastDirtyTimestamp(startedAt)
                .build();
    }

    /** As its client would register it. */
    public InstanceInfo info() {
        return info;
    }

    private static String localHostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost"; // a machine that does not know its own name
        }
    }

    private static String localAddress() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }
    }
}
