package dev.buoy.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditTrailTest {
    private static final Act REMOVE = new Act("ada", "192.0.2.1", "remove", "ORDERS(orders-1)");

    private final ManualClock clock = new ManualClock();
    private final AuditTrail trail = new AuditTrail(clock);
    private final List<String> lines = new ArrayList<>();
    private final Logger log = Logger.getLogger("dev.buoy.audit");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(new PatternFormatter("%s").format(ExtLogRecord.wrap(record)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        log.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        log.removeHandler(handler);
    }

    @Test
    void anEntryTellsWhoDidWhatWhenAndWhatCameOfIt() {
        trail.record(REMOVE, Outcome.DONE, "was UP");

        assertThat(trail.entries())
                .containsExactly(new AuditEntry(
                        1,
                        ManualClock.START,
                        "ada",
                        "192.0.2.1",
                        "remove",
                        "ORDERS(orders-1)",
                        Outcome.DONE,
                        "was UP",
                        1));
        assertThat(lines).containsExactly("DONE remove of ORDERS(orders-1) by ada from 192.0.2.1: was UP");
    }

    @Test
    void theNewestEntryComesFirst() {
        trail.record(REMOVE, Outcome.REFUSED, "");
        trail.record(REMOVE, Outcome.DONE, "");

        assertThat(trail.entries()).extracting(AuditEntry::outcome).containsExactly(Outcome.DONE, Outcome.REFUSED);
    }

    @Test
    void refusalsRepeatedWithinAMinuteAreOneEntryAndOneLine() {
        for (int i = 0; i < 4; i++) {
            trail.record(REMOVE, Outcome.REFUSED, "");
            clock.advance(Duration.ofSeconds(59));
        }
        clock.advance(Duration.ofSeconds(1));
        trail.record(REMOVE, Outcome.REFUSED, "");

        assertThat(trail.entries()).extracting(AuditEntry::times).containsExactly(1, 4);
        assertThat(lines).hasSize(2);
    }

    @Test
    void whatWasDoneIsNeverAddedUp() {
        trail.record(REMOVE, Outcome.DONE, "");
        trail.record(REMOVE, Outcome.DONE, "");

        assertThat(trail.entries()).hasSize(2);
    }

    @Test
    void aFloodOfRefusalsPushesOutOnlyOlderRefusals() {
        trail.record(REMOVE, Outcome.DONE, "");
        for (int i = 0; i < 3 * AuditTrail.MOST; i++) {
            trail.record(new Act("mallory", "192.0.2.9", "register", "ORDERS(" + i + ")"), Outcome.REFUSED, "");
        }

        assertThat(trail.entries())
                .hasSize(AuditTrail.MOST + 1)
                .last()
                .extracting(AuditEntry::who)
                .isEqualTo("ada");
    }

    @Test
    void nothingOfOthersBeginsALineOfTheLog() {
        trail.record(new Act("a\r\nb", "::1", "remove", "X(\u2028\u202e\u001b[31m)"), Outcome.FAILED, "c\nd");

        assertThat(lines).containsExactly("FAILED remove of X(???[31m) by a??b from ::1: c?d");
    }

    @Test
    void longTextIsCut() {
        trail.record(new Act("ada", "::1", "remove", "x".repeat(100_000)), Outcome.DONE, "y".repeat(100_000));

        assertThat(trail.entries().get(0).target()).hasSize(201);
        assertThat(trail.entries().get(0).detail()).hasSize(201);
    }
}
