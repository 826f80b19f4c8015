package dev.buoy.dashboard;

import dev.buoy.model.InstanceKey;
import java.util.List;

/**
 * What is about to be done, for the page that asks whether it is meant.
 *
 * @param title       what to how many, as a question
 * @param consequence what will happen
 * @param deed        as forms name it
 * @param whole       the application that is meant as a whole; else empty
 * @param references  of the instances that are meant; none when a whole application is
 * @param shown       some of the instances
 * @param more        how many are not shown
 * @param token       that proves that the form is ours
 * @param grave       whether something goes that an operator cannot bring back
 */
public record Confirmation(
        String title,
        String consequence,
        String deed,
        String whole,
        List<String> references,
        List<Line> shown,
        int more,
        String token,
        boolean grave) {
    private static final int SHOWN = 100;

    /** An instance that is meant. */
    public record Line(String app, String id) {}

    static Confirmation of(Deed deed, String whole, List<InstanceKey> keys, String token) {
        String what = keys.size() == 1 ? "1 instance" : keys.size() + " instances";
        String ofWhat = whole.isEmpty() ? what : "all of " + TextExtensions.brief(whole) + " (" + what + ")";
        return new Confirmation(
                deed.label() + ": " + ofWhat + "?",
                deed.consequence(),
                deed.id(),
                whole,
                whole.isEmpty() ? keys.stream().map(Links::reference).toList() : List.of(),
                keys.stream()
                        .limit(SHOWN)
                        .map(key -> new Line(key.app(), key.id()))
                        .toList(),
                Math.max(0, keys.size() - SHOWN),
                token,
                deed == Deed.REMOVE);
    }
}
