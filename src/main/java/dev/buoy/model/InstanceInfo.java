package dev.buoy.model;

/**
 * One instance of an application: what its client registered, and what the registry adds. Fields are those of the
 * contract §3.2, in its order; where it says "absent" the component is {@code null}.
 *
 * @param instanceId                 names the instance within its application
 * @param hostName                   where clients reach it
 * @param app                        application name, upper case
 * @param ipAddr                     its address
 * @param sid                        an old label; {@code na} when unused
 * @param status                     the effective status, the one served
 * @param overriddenStatus           the status forced on it; UNKNOWN means none
 * @param port                       its port
 * @param securePort                 its TLS port
 * @param countryId                  an old label; 1 when unused
 * @param dataCenterInfo             where it runs
 * @param leaseInfo                  its lease; the registry sets the times
 * @param metadata                   free text entries
 * @param appGroupName               upper case when it came as JSON, or absent
 * @param homePageUrl                or absent
 * @param statusPageUrl              or absent
 * @param healthCheckUrl             or absent
 * @param secureHealthCheckUrl       or absent
 * @param vipAddress                 names to find it by, comma-separated, or absent
 * @param secureVipAddress           the same for TLS
 * @param coordinatingDiscoveryServer whether it is the answering server itself
 * @param lastUpdatedTimestamp       when the registry last changed it, epoch milliseconds
 * @param lastDirtyTimestamp         the client's own version number of it, epoch milliseconds of the client's clock
 * @param actionType                 what last happened to it, or absent before it is listed
 * @param asgName                    auto-scaling group, or absent
 */
public record InstanceInfo(
        String instanceId,
        String hostName,
        String app,
        String ipAddr,
        String sid,
        InstanceStatus status,
        InstanceStatus overriddenStatus,
        PortInfo port,
        PortInfo securePort,
        int countryId,
        DataCenterInfo dataCenterInfo,
        LeaseInfo leaseInfo,
        Metadata metadata,
        String appGroupName,
        String homePageUrl,
        String statusPageUrl,
        String healthCheckUrl,
        String secureHealthCheckUrl,
        String vipAddress,
        String secureVipAddress,
        boolean coordinatingDiscoveryServer,
        long lastUpdatedTimestamp,
        long lastDirtyTimestamp,
        ActionType actionType,
        String asgName) {

    /** The {@code sid} of an instance that has none. */
    public static final String NO_SID = "na";

    public InstanceKey key() {
        return new InstanceKey(app, instanceId);
    }

    public InstanceInfoBuilder toBuilder() {
        return new InstanceInfoBuilder(this);
    }

    /** This instance, with the lease as it is now. */
    public InstanceInfo withLease(LeaseInfo lease) {
        return toBuilder().leaseInfo(lease).build();
    }

    /**
     * An equal instance that uses the strings of a sibling where they are equal. Instances of one application say much
     * the same; without this each would keep a copy of its own.
     */
    public InstanceInfo sharing(InstanceInfo sibling) {
        return toBuilder()
                .app(shared(app, sibling.app))
                .ipAddr(shared(ipAddr, hostName))
                .sid(shared(sid, sibling.sid))
                .port(shared(port, sibling.port))
                .securePort(shared(securePort, sibling.securePort))
                .dataCenterInfo(shared(dataCenterInfo, sibling.dataCenterInfo))
                .metadata(metadata.sharing(sibling.metadata))
                .appGroupName(shared(appGroupName, sibling.appGroupName))
                .vipAddress(shared(vipAddress, sibling.vipAddress))
                .secureVipAddress(shared(shared(secureVipAddress, sibling.secureVipAddress), sibling.vipAddress))
                .asgName(shared(asgName, sibling.asgName))
                .build();
    }

    private static <T> T shared(T ours, T theirs) {
        return ours != null && ours.equals(theirs) ? theirs : ours;
    }
}
