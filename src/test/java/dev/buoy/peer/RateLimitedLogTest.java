package dev.buoy.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateLimitedLogTest {
    private static final String NAME = RateLimitedLogTest.class.getName();

    private final List<String> lines = new ArrayList<>();
    private final java.util.logging.Logger logger = java.util.logging.Logger.getLogger(NAME);
    private final Handler counter = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            lines.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final RateLimitedLog log = new RateLimitedLog(Logger.getLogger(NAME));

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.addHandler(counter);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(counter);
    }

    @Test
    void aPeerThatIsDownForTenMinutesIsWorthAFewLines() {
        for (int second = 0; second < 600; second++) {
            log.failed(second * 1000L, "Peer", "refused");
        }

        assertThat(lines).hasSizeBetween(2, 6);
    }

    @Test
    void reasonsThatAlternateAreNotWorthMany() {
        for (int second = 0; second < 600; second++) {
            log.failed(second * 1000L, "Peer", second % 2 == 0 ? "refused" : "reset");
        }

        assertThat(lines).hasSizeBetween(2, 19);
    }

    @Test
    void successIsSaidOnceAndOnlyAfterAFailure() {
        log.succeeded(0, "Peer");
        log.failed(1, "Peer", "refused");
        log.succeeded(2, "Peer");
        log.succeeded(3, "Peer");

        assertThat(lines).hasSize(2);
    }
}
