package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.model.Application.Segment;
import java.util.List;

/**
 * Whether two things list the very same instances. Mostly they are the same object, or differ at once; where listings are
 * put together anew for each view (a VIP's), it takes a look at the instances, which are values and so compared by identity.
 */
final class Sameness {
    private Sameness() {}

    static boolean same(Segment one, Segment other) {
        if (one == other) {
            return true;
        }
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) != other.get(i)) {
                return false;
            }
        }
        return true;
    }

    static boolean same(Application one, Application other) {
        if (one == other) {
            return true;
        }
        List<Segment> ours = one.segments();
        List<Segment> theirs = other.segments();
        if (one.size() != other.size()
                || ours.size() != theirs.size()
                || !one.name().equals(other.name())) {
            return false;
        }
        for (int i = 0; i < ours.size(); i++) {
            if (!same(ours.get(i), theirs.get(i))) {
                return false;
            }
        }
        return true;
    }
}
