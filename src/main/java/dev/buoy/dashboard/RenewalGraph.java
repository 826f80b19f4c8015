package dev.buoy.dashboard;

import dev.buoy.dashboard.RenewalHistory.Minute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The renewals of the last hour as lines in a box of {@value #WIDTH} by {@value #HEIGHT}.
 *
 * @param renewals  points of the line of what came, as SVG's {@code points}
 * @param threshold points of the line of what had to be exceeded
 * @param highest   the value at the upper edge
 * @param span      minutes between the left edge and now; fewer than 60 for a young server
 * @param minutes   what is drawn, the oldest first
 * @param summary   the same in a sentence
 */
public record RenewalGraph(
        String renewals, String threshold, long highest, int span, List<Minute> minutes, String summary) {
    static final int WIDTH = 600;
    static final int HEIGHT = 100;
    private static final int SHORTEST = 10;
    private static final int LONGEST = 60;

    static RenewalGraph of(List<Minute> minutes) {
        long highest = 1;
        long lowest = Long.MAX_VALUE;
        for (Minute minute : minutes) {
            highest = Math.max(highest, Math.max(minute.renewals(), minute.threshold()));
            lowest = Math.min(lowest, minute.renewals());
        }
        Minute last = minutes.get(minutes.size() - 1);
        long most = minutes.stream().mapToLong(Minute::renewals).max().orElse(0);
        String summary =
                "Renewals per minute: %d now, against a threshold of %d; between %d and %d in the last %d minutes."
                        .formatted(last.renewals(), last.threshold(), lowest, most, minutes.size());
        int span = Math.min(LONGEST, Math.max(SHORTEST, minutes.size()));
        return new RenewalGraph(
                line(minutes, highest, span, Minute::renewals),
                line(minutes, highest, span, Minute::threshold),
                highest,
                span,
                minutes,
                summary);
    }

    // The right edge is now; a young server's line begins where its life does.
    private static String line(List<Minute> minutes, long highest, int span, ToLongFunction<Minute> value) {
        Instant end = minutes.get(minutes.size() - 1).end();
        return minutes.stream()
                .map(minute -> {
                    double age = Duration.between(minute.end(), end).toMillis() / (60_000.0 * span);
                    double x = WIDTH * Math.max(0, 1 - age);
                    double y = HEIGHT * (1 - (double) value.applyAsLong(minute) / highest);
                    return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
                })
                .collect(Collectors.joining(" "));
    }
}
