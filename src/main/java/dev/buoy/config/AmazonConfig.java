package dev.buoy.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.util.Optional;

/** Keys of {@code eureka.server.*} that matter in Amazon's data centres only. */
public interface AmazonConfig {
    /** Access key. */
    @WithName("a-w-s-access-id")
    Optional<String> awsAccessId();

    /** Secret of the access key. */
    @WithName("a-w-s-secret-key")
    Optional<String> awsSecretKey();

    /** Attempts to bind an elastic IP address. */
    @WithName("e-i-p-bind-rebind-retries")
    @WithDefault("3")
    int eipBindRebindRetries();

    /** Pause between two looks at the bound address, in milliseconds. */
    @WithName("e-i-p-binding-retry-interval-ms")
    @WithDefault("300000")
    int eipBindingRetryIntervalMs();

    /** Pause between two attempts to bind one, in milliseconds. */
    @WithName("e-i-p-binding-retry-interval-ms-when-unbound")
    @WithDefault("60000")
    int eipBindingRetryIntervalMsWhenUnbound();

    /** How an address is bound. */
    @WithDefault("EIP")
    String bindingStrategy();

    /** Attempts to bind a name. */
    @WithName("route53-bind-rebind-retries")
    @WithDefault("3")
    int route53BindRebindRetries();

    /** Pause between two attempts, in milliseconds. */
    @WithName("route53-binding-retry-interval-ms")
    @WithDefault("300000")
    int route53BindingRetryIntervalMs();

    /** How long a name is valid, in seconds. */
    @WithName("route53-domain-t-t-l")
    @WithDefault("30")
    long route53DomainTtl();

    /** How long a question about a group may take, in milliseconds. */
    @WithName("a-s-g-query-timeout-ms")
    @WithDefault("300")
    int asgQueryTimeoutMs();

    /** Pause between two questions, in milliseconds. */
    @WithName("a-s-g-update-interval-ms")
    @WithDefault("300000")
    int asgUpdateIntervalMs();

    /** How long an answer is kept, in milliseconds. */
    @WithName("a-s-g-cache-expiry-timeout-ms")
    @WithDefault("600000")
    int asgCacheExpiryTimeoutMs();

    /** Whether auto scaling groups are asked. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean useAwsAsgApi();

    /** Role that may ask. */
    @WithDefault("ListAutoScalingGroups")
    String listAutoScalingGroupsRoleName();

    /** Whether connections are opened beforehand. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean primeAwsReplicaConnections();
}
