package dev.buoy.model;

/**
 * Collects the fields of an {@link InstanceInfo}. A new one has the defaults that the contract (§3.2) gives to members a
 * client leaves out; whether what is required is there is for the registry's validation to say.
 */
public final class InstanceInfoBuilder {
    private String instanceId;
    private String hostName;
    private String app;
    private String ipAddr;
    private String sid = InstanceInfo.NO_SID;
    private InstanceStatus status = InstanceStatus.UP;
    private InstanceStatus overriddenStatus = InstanceStatus.UNKNOWN;
    private PortInfo port = PortInfo.DEFAULT;
    private PortInfo securePort = PortInfo.DEFAULT_SECURE;
    private int countryId = 1;
    private DataCenterInfo dataCenterInfo;
    private LeaseInfo leaseInfo = LeaseInfo.DEFAULT;
    private Metadata metadata = Metadata.EMPTY;
    private String appGroupName;
    private String homePageUrl;
    private String statusPageUrl;
    private String healthCheckUrl;
    private String secureHealthCheckUrl;
    private String vipAddress;
    private String secureVipAddress;
    private boolean coordinatingDiscoveryServer;
    private long lastUpdatedTimestamp;
    private long lastDirtyTimestamp;
    private ActionType actionType;
    private String asgName;

    public InstanceInfoBuilder() {}

    InstanceInfoBuilder(InstanceInfo from) {
        this.instanceId = from.instanceId();
        this.hostName = from.hostName();
        this.app = from.app();
        this.ipAddr = from.ipAddr();
        this.sid = from.sid();
        this.status = from.status();
        this.overriddenStatus = from.overriddenStatus();
        this.port = from.port();
        this.securePort = from.securePort();
        this.countryId = from.countryId();
        this.dataCenterInfo = from.dataCenterInfo();
        this.leaseInfo = from.leaseInfo();
        this.metadata = from.metadata();
        this.appGroupName = from.appGroupName();
        this.homePageUrl = from.homePageUrl();
        this.statusPageUrl = from.statusPageUrl();
        this.healthCheckUrl = from.healthCheckUrl();
        this.secureHealthCheckUrl = from.secureHealthCheckUrl();
        this.vipAddress = from.vipAddress();
        this.secureVipAddress = from.secureVipAddress();
        this.coordinatingDiscoveryServer = from.coordinatingDiscoveryServer();
        this.lastUpdatedTimestamp = from.lastUpdatedTimestamp();
        this.lastDirtyTimestamp = from.lastDirtyTimestamp();
        this.actionType = from.actionType();
        this.asgName = from.asgName();
    }

    public InstanceInfoBuilder instanceId(String instanceId) {
        this.instanceId = instanceId;
        return this;
    }

    public InstanceInfoBuilder hostName(String hostName) {
        this.hostName = hostName;
        return this;
    }

    public InstanceInfoBuilder app(String app) {
        this.app = app;
        return this;
    }

    public InstanceInfoBuilder ipAddr(String ipAddr) {
        this.ipAddr = ipAddr;
        return this;
    }

    public InstanceInfoBuilder sid(String sid) {
        this.sid = sid;
        return this;
    }

    public InstanceInfoBuilder status(InstanceStatus status) {
        this.status = status;
        return this;
    }

    public InstanceInfoBuilder overriddenStatus(InstanceStatus overriddenStatus) {
        this.overriddenStatus = overriddenStatus;
        return this;
    }

    public InstanceInfoBuilder port(PortInfo port) {
        this.port = port;
        return this;
    }

    public InstanceInfoBuilder securePort(PortInfo securePort) {
        this.securePort = securePort;
        return this;
    }

    public InstanceInfoBuilder countryId(int countryId) {
        this.countryId = countryId;
        return this;
    }

    public InstanceInfoBuilder dataCenterInfo(DataCenterInfo dataCenterInfo) {
        this.dataCenterInfo = dataCenterInfo;
        return this;
    }

    public InstanceInfoBuilder leaseInfo(LeaseInfo leaseInfo) {
        this.leaseInfo = leaseInfo;
        return this;
    }

    public InstanceInfoBuilder metadata(Metadata metadata) {
        this.metadata = metadata;
        return this;
    }

    public InstanceInfoBuilder appGroupName(String appGroupName) {
        this.appGroupName = appGroupName;
        return this;
    }

    public InstanceInfoBuilder homePageUrl(String homePageUrl) {
        this.homePageUrl = homePageUrl;
        return this;
    }

    public InstanceInfoBuilder statusPageUrl(String statusPageUrl) {
        this.statusPageUrl = statusPageUrl;
        return this;
    }

    public InstanceInfoBuilder healthCheckUrl(String healthCheckUrl) {
        this.healthCheckUrl = healthCheckUrl;
        return this;
    }

    public InstanceInfoBuilder secureHealthCheckUrl(String secureHealthCheckUrl) {
        this.secureHealthCheckUrl = secureHealthCheckUrl;
        return this;
    }

    public InstanceInfoBuilder vipAddress(String vipAddress) {
        this.vipAddress = vipAddress;
        return this;
    }

    public InstanceInfoBuilder secureVipAddress(String secureVipAddress) {
        this.secureVipAddress = secureVipAddress;
        return this;
    }

    public InstanceInfoBuilder coordinatingDiscoveryServer(boolean coordinatingDiscoveryServer) {
        this.coordinatingDiscoveryServer = coordinatingDiscoveryServer;
        return this;
    }

    public InstanceInfoBuilder lastUpdatedTimestamp(long lastUpdatedTimestamp) {
        this.lastUpdatedTimestamp = lastUpdatedTimestamp;
        return this;
    }

    public InstanceInfoBuilder lastDirtyTimestamp(long lastDirtyTimestamp) {
        this.lastDirtyTimestamp = lastDirtyTimestamp;
        return this;
    }

    public InstanceInfoBuilder actionType(ActionType actionType) {
        this.actionType = actionType;
        return this;
    }

    public InstanceInfoBuilder asgName(String asgName) {
        this.asgName = asgName;
        return this;
    }

    public InstanceInfo build() {
        return new InstanceInfo(
                instanceId,
                hostName,
                app,
                ipAddr,
                sid,
                status,
                overriddenStatus,
                port,
                securePort,
                countryId,
                dataCenterInfo,
                leaseInfo,
                metadata,
                appGroupName,
                homePageUrl,
                statusPageUrl,
                healthCheckUrl,
                secureHealthCheckUrl,
                vipAddress,
                secureVipAddress,
                coordinatingDiscoveryServer,
                lastUpdatedTimestamp,
                lastDirtyTimestamp,
                actionType,
                asgName);
    }
}
