package dev.buoy.peer;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Applications that this node and a peer list differently although neither has touched them for a while: nothing is on its way
 * that would settle it. Digests that change between two comparisons are those of an application that is being written to, and
 * tell nothing.
 */
final class Differences {
    private final long settledMillis;
    private Map<String, Difference> before = Map.of();

    private record Digests(Long theirs, Long ours) {}

    private record Difference(Digests digests, long since) {}

    /** @param settled how long both must have left an application alone */
    Differences(Duration settled) {
        this.settledMillis = settled.toMillis();
    }

    /**
     * Takes in a comparison.
     *
     * @param theirs digests by application
     * @param now    epoch milliseconds
     * @return how many applications differ and have done so, unchanged, for the time given
     */
    int compare(Map<String, Long> theirs, Map<String, Long> ours, long now) {
        Set<String> applications = new HashSet<>(theirs.keySet());
        applications.addAll(ours.keySet());
        Map<String, Difference> differing = new HashMap<>();
        int settled = 0;
        for (String application : applications) {
            Digests digests = new Digests(theirs.get(application), ours.get(application));
            if (!digests.equals(new Digests(digests.ours(), digests.theirs()))) {
                Difference known = before.get(application);
                boolean same = known != null && known.digests().equals(digests);
                Difference difference = same ? known : new Difference(digests, now);
                differing.put(application, difference);
                settled += now - difference.since() >= settledMillis ? 1 : 0;
            }
        }
        before = differing;
        return settled;
    }
}
