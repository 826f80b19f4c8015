package dev.buoy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private static final Duration LONG = Liveness.LONGEST_SILENCE.plusSeconds(1);

    @Test
    void processThatWorksIsAlive() {
        assertThat(status(true, Duration.ofSeconds(10))).isEqualTo(Status.UP);
        assertThat(status(true, Liveness.LONGEST_SILENCE)).isEqualTo(Status.UP);
    }

    @Test
    void processWhoseJobsHaveStoppedIsDead() {
        assertThat(status(true, LONG)).isEqualTo(Status.DOWN);
    }

    @Test
    void silenceOfASchedulerThatIsOffMeansNothing() {
        assertThat(status(false, LONG)).isEqualTo(Status.UP);
    }

    @Test
    void processWithADeadlockIsDead() {
        var response = new Liveness(() -> true, () -> Duration.ZERO, () -> new long[] {4, 5}).call();

        assertThat(response.getStatus()).isEqualTo(Status.DOWN);
        assertThat(response.getData().orElseThrow()).containsEntry("deadlockedThreads", 2L);
    }

    private static Status status(boolean scheduled, Duration silence, long... deadlocked) {
        long[] threads = deadlocked.length == 0 ? null : deadlocked;
        return new Liveness(() -> scheduled, () -> silence, () -> threads)
                .call()
                .getStatus();
    }
}
