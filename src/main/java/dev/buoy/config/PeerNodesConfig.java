package dev.buoy.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.util.Optional;

/** Keys of {@code eureka.server.*} about the other servers of this region (contract §9). */
public interface PeerNodesConfig {
    /** Own base URL, left out of the list of peers; compared as it stands. */
    Optional<String> myUrl();

    /** How often a starting server asks its peers for their registry while it has got nothing. */
    @WithDefault("5")
    @PositiveOrZero
    int registrySyncRetries();

    /** Pause between two of these attempts, in milliseconds. */
    @WithDefault("30000")
    @PositiveOrZero
    long registrySyncRetryWaitMs();

    /** How long a server that got nothing from its peers answers reads of the registry with an error, in milliseconds. */
    @WithDefault("300000")
    @PositiveOrZero
    long waitTimeInMsWhenSyncEmpty();

    /** Pause between two looks at the list of peers, in milliseconds. */
    @WithDefault("600000")
    @Positive
    long peerEurekaNodesUpdateIntervalMs();

    /** How long a connection to a peer may take, in milliseconds. */
    @WithDefault("1000")
    @Positive
    int peerNodeConnectTimeoutMs();

    /** How long an answer of a peer may take, in milliseconds. */
    @WithDefault("5000")
    @Positive
    int peerNodeReadTimeoutMs();

    /** Most connections to all peers together. */
    @WithDefault("1000")
    @Positive
    int peerNodeTotalConnections();

    /** Most connections to one peer. */
    @WithDefault("500")
    @Positive
    int peerNodeTotalConnectionsPerHost();

    /** How long an unused connection to a peer is kept, in seconds. */
    @WithDefault("30")
    @Positive
    int peerNodeConnectionIdleTimeoutSeconds();

    /** Whether batches to peers are sent compressed. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean enableReplicatedRequestCompression();

    /** Most instances waiting to be sent to one peer. */
    @WithDefault("10000")
    @Positive
    int maxElementsInPeerReplicationPool();

    /** Most batches on their way to one peer at a time. */
    @WithDefault("20")
    @Positive
    int maxThreadsForPeerReplication();

    /** Most switches of auto scaling groups waiting to be sent to one peer. */
    @WithDefault("10000")
    @Positive
    int maxElementsInStatusReplicationPool();

    /** Most threads that send these switches. */
    @WithDefault("1")
    @Positive
    int maxThreadsForStatusReplication();

    /** How long a change is worth sending to a peer, in milliseconds. */
    @WithDefault("30000")
    @Positive
    long maxTimeForReplication();

    /** How many peers must be reachable for this server to call itself healthy; a negative number for any. */
    @WithDefault("-1")
    int minAvailableInstancesForPeerReplication();

    /** Pause between two looks at the state of the peers, in milliseconds. */
    @WithDefault("30000")
    long peerEurekaStatusRefreshTimeIntervalMs();

    /** Whether changes are sent in batches. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean batchReplication();

    /** How often a change is sent again. */
    @WithDefault("5")
    int numberOfReplicationRetries();

    /** Fewest threads that send to peers. */
    @WithDefault("5")
    int minThreadsForPeerReplication();

    /** Fewest threads that send switches of auto scaling groups. */
    @WithDefault("1")
    int minThreadsForStatusReplication();

    /** How long an idle thread is kept, in minutes. */
    @WithDefault("15")
    long maxIdleThreadAgeInMinutesForPeerReplication();

    /** How long an idle thread is kept, in minutes. */
    @WithDefault("10")
    long maxIdleThreadInMinutesAgeForStatusReplication();
}
