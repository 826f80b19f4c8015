package migration;

import com.netflix.appinfo.ApplicationInfoManager;
import com.netflix.appinfo.InstanceInfo;
import com.netflix.appinfo.MyDataCenterInstanceConfig;
import com.netflix.appinfo.providers.EurekaConfigBasedInstanceInfoProvider;
import com.netflix.discovery.DefaultEurekaClientConfig;
import com.netflix.discovery.DiscoveryClient;
import com.netflix.discovery.shared.Application;
import com.netflix.discovery.shared.transport.jersey3.Jersey3TransportClientFactories;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Many of Netflix's clients in one process: each registers one instance, renews it and fetches the registry. Says what each of
 * them sees, once a second, until its input ends: {@code complete N} is how many clients list all instances, {@code missing …} a
 * client that listed all before and no longer does.
 */
public final class Clients {
    private static final String APP = "FLEET";
    private static final int INTERVAL_SECONDS = 5;
    // A client that a busy machine does not let renew is not what is looked for.
    private static final int LEASE_SECONDS = 60;

    private Clients() {}

    /** @param arguments number of clients, and base URLs of the servers, separated by commas */
    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[0]);
        List<String> urls = List.of(arguments[1].split(","));
        List<DiscoveryClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(client(i, rotated(urls, i % urls.size())));
        }
        System.out.println("started " + count);
        boolean[] wasComplete = new boolean[count];
        while (System.in.available() == 0) {
            int complete = 0;
            for (int i = 0; i < count; i++) {
                Set<String> missing = missing(clients.get(i), count);
                if (missing.isEmpty()) {
                    wasComplete[i] = true;
                    complete++;
                } else if (wasComplete[i]) {
                    System.out.println("missing at client " + i + ": " + missing.size() + " such as "
                            + missing.iterator().next());
                }
            }
            System.out.println("complete " + complete);
            Thread.sleep(1_000);
        }
        System.exit(0); // they did not leave: what is listed now is what their heartbeats keep
    }

    private static Set<String> missing(DiscoveryClient client, int count) {
        Set<String> missing = new HashSet<>();
        for (int i = 0; i < count; i++) {
            missing.add("fleet-" + i);
        }
        Application application = client.getApplication(APP);
        if (application != null) {
            application.getInstances().forEach(instance -> missing.remove(instance.getInstanceId()));
        }
        return missing;
    }

    // So that a third of the clients is at home with each server.
    private static List<String> rotated(List<String> urls, int by) {
        List<String> rotated = new ArrayList<>(urls.subList(by, urls.size()));
        rotated.addAll(urls.subList(0, by));
        return rotated;
    }

    private static DiscoveryClient client(int number, List<String> urls) {
        var config = new Instance(number);
        var self = new ApplicationInfoManager(config, new EurekaConfigBasedInstanceInfoProvider(config).get());
        self.setInstanceStatus(InstanceInfo.InstanceStatus.UP);
        return new DiscoveryClient(self, new Client(urls), Jersey3TransportClientFactories.getInstance());
    }

    private static final class Instance extends MyDataCenterInstanceConfig {
        private final int number;

        Instance(int number) {
            this.number = number;
        }

        @Override
        public String getInstanceId() {
            return "fleet-" + number;
        }

        @Override
        public String getAppname() {
            return APP;
        }

        @Override
        public String getHostName(boolean refresh) {
            return "host-" + number + ".example.org";
        }

        @Override
        public String getIpAddress() {
            return "192.0.2." + number % 250;
        }

        @Override
        public boolean isInstanceEnabledOnit() {
            return true;
        }

        @Override
        public int getLeaseRenewalIntervalInSeconds() {
            return INTERVAL_SECONDS;
        }

        @Override
        public int getLeaseExpirationDurationInSeconds() {
            return LEASE_SECONDS;
        }
    }

    private static final class Client extends DefaultEurekaClientConfig {
        private final List<String> urls;

        Client(List<String> urls) {
            this.urls = urls;
        }

        @Override
        public List<String> getEurekaServerServiceUrls(String zone) {
            return urls;
        }

        @Override
        public int getRegistryFetchIntervalSeconds() {
            return INTERVAL_SECONDS;
        }

        @Override
        public int getInitialInstanceInfoReplicationIntervalSeconds() {
            return 1;
        }

        @Override
        public int getInstanceInfoReplicationIntervalSeconds() {
            return INTERVAL_SECONDS;
        }

        @Override
        public int getHeartbeatExecutorThreadPoolSize() {
            return 1;
        }

        @Override
        public int getCacheRefreshExecutorThreadPoolSize() {
            return 1;
        }
    }
}
