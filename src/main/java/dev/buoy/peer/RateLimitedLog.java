package dev.buoy.peer;

import org.jboss.logging.Logger;

/**
 * Says once that something began to fail, now and then that it still does, and once that it works again. Of a peer that is
 * down for ten minutes it writes half a dozen lines.
 */
final class RateLimitedLog {
    private static final long FIRST_REMINDER_MILLIS = 60_000;
    private static final long MOST_REMINDER_MILLIS = 15 * 60_000;

    private final Logger log;
    private boolean failing;
    private long failingSince;
    private long reminderAt;
    private long pause;
    private String lastReason = "";

    RateLimitedLog(Logger log) {
        this.log = log;
    }

    /**
     * @param what   what fails, and what is done about it
     * @param reason why, this time; a new reason is worth a line, if not sooner than half a minute after the last
     */
    void failed(long now, String what, String reason) {
        if (!failing) {
            failing = true;
            failingSince = now;
            pause = FIRST_REMINDER_MILLIS;
        } else if (now < reminderAt && (reason.equals(lastReason) || now < reminderAt - pause / 2)) {
            return;
        } else {
            pause = Math.min(2 * pause, MOST_REMINDER_MILLIS);
        }
        lastReason = reason;
        reminderAt = now + pause;
        log.warnf("%s: %s", what, reason);
    }

    void succeeded(long now, String what) {
        if (failing) {
            failing = false;
            lastReason = "";
            log.infof("%s again, after %d s", what, (now - failingSince) / 1000);
        }
    }
}
