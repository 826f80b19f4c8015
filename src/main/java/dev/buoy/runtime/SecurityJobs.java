package dev.buoy.runtime;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import dev.buoy.security.Policy;
import dev.buoy.security.Users;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Says once whether the server is open to everybody, and keeps up with the file of users. */
@Singleton
final class SecurityJobs {
    private static final Logger LOG = Logger.getLogger("dev.buoy");

    private final Policy policy;
    private final Users users;

    SecurityJobs(Policy policy, Users users) {
        this.policy = policy;
        this.users = users;
    }

    void start(@Observes StartupEvent event) {
        LOG.info(
                policy.isOpen()
                        ? "Open: whoever reaches this server may read, register, change and remove, as with Eureka;"
                                + " buoy.security.users.* closes it"
                        : "Closed: only known users are served");
    }

    @Scheduled(every = "5s", delayed = "5s", concurrentExecution = SKIP)
    void readUsersAgain() {
        users.readAgainIfChanged();
    }
}
