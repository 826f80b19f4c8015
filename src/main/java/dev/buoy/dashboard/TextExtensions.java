package dev.buoy.dashboard;

import io.quarkus.qute.TemplateExtension;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** How values are written in templates. */
@TemplateExtension
public final class TextExtensions {
    private static final int BRIEF = 80;
    private static final int LONG = 10_240;

    private TextExtensions() {}

    /** A text for a line of a table. */
    public static String brief(String text) {
        return cut(text, BRIEF);
    }

    /** A text for a place of its own; of what does not fit even there it tells the length. */
    public static String full(String text) {
        return text.length() <= LONG ? text : cut(text, LONG) + " (" + (text.length() - LONG) + " more characters)";
    }

    // Never between the halves of a character.
    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }

    /** A number without a fraction that says nothing: {@code 300}, {@code 2.5}. */
    public static String figure(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : String.format(Locale.ROOT, "%.1f", number);
    }

    /** {@code 2026-01-31 08:05:00 UTC}. */
    public static String utc(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
    }

    /** {@code 2026-01-31T08:05:00Z}. */
    public static String iso(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** {@code 08:05:00}. */
    public static String clock(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString().substring(11, 19);
    }

    /** {@code 12 s ago}, or {@code in 12 s}. */
    public static String ago(Instant at, Instant now) {
        Duration age = Duration.between(at, now);
        return age.isNegative() ? "in " + words(age.negated()) : words(age) + " ago";
    }

    /** As {@link #words}. */
    public static String secondsInWords(long seconds) {
        return words(Duration.ofSeconds(seconds));
    }

    /** {@code 3 min 5 s}: the two largest units. */
    public static String words(Duration time) {
        if (time.toDays() > 0) {
            return joined(time.toDays(), "d", time.toHoursPart(), "h");
        }
        if (time.toHours() > 0) {
            return joined(time.toHours(), "h", time.toMinutesPart(), "min");
        }
        if (time.toMinutes() > 0) {
            return joined(time.toMinutes(), "min", time.toSecondsPart(), "s");
        }
        return time.toSeconds() + " s";
    }

    private static String joined(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }
}
