package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.model.Application.Segment;
import dev.buoy.model.InstanceInfo;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The blocks of one application: those that are still true, and new ones for the segments that changed. */
final class SegmentPlan {
    private static final int SMALL = BlockPlan.TARGET / 4;

    private final Application application;
    private final boolean named;
    private final boolean first;
    private final List<SegmentRun> old;
    private final List<SegmentRun> planned = new ArrayList<>();
    private final List<Segment> loose = new ArrayList<>(); // in no block yet
    private int looseAt; // place of the first loose segment
    private int cursor; // in old
    private Map<InstanceInfo, SegmentRun> byFirst; // made once a segment is not where it was

    private SegmentPlan(List<SegmentRun> old, Application application, boolean named, boolean first) {
        this.old = old;
        this.application = application;
        this.named = named;
        this.first = first;
    }

    /**
     * @param named whether the first block opens the application and the last one closes it; otherwise they are its
     *              instances alone
     * @param first whether the application is the first of the answer
     */
    static List<SegmentRun> of(List<SegmentRun> old, Application application, boolean named, boolean first) {
        return new SegmentPlan(old, application, named, first).plan();
    }

    private List<SegmentRun> plan() {
        List<Segment> segments = application.segments();
        int next = 0;
        while (next < segments.size()) {
            SegmentRun kept = candidate(segments.get(next).get(0));
            if (kept != null && stillTrue(kept, next)) {
                settle();
                planned.add(kept);
                next += kept.count();
            } else {
                if (loose.isEmpty()) {
                    looseAt = next;
                }
                loose.add(segments.get(next++));
            }
        }
        settle();
        return planned;
    }

    private SegmentRun candidate(InstanceInfo firstInstance) {
        if (cursor < old.size() && old.get(cursor).firstInstance() == firstInstance) {
            return old.get(cursor++);
        }
        if (byFirst == null) {
            byFirst = new IdentityHashMap<>();
            for (SegmentRun run : old.subList(cursor, old.size())) {
                byFirst.put(run.firstInstance(), run);
            }
        }
        SegmentRun found = byFirst.get(firstInstance);
        if (found != null) {
            cursor = old.size(); // from here on by the map alone
        }
        return found;
    }

    private boolean stillTrue(SegmentRun run, int place) {
        boolean opens = named && place == 0;
        boolean closes = named && place + run.count() == application.segments().size();
        return run.isAt(application.segments(), place, opens, closes, first && place == 0);
    }

    // Puts the loose segments into blocks; too few for one, they join those before them.
    private void settle() {
        if (loose.isEmpty()) {
            return;
        }
        int last = planned.size() - 1;
        if (last >= 0 && instances(loose) < SMALL) {
            SegmentRun before = planned.remove(last);
            loose.addAll(0, before.segments());
            looseAt -= before.count();
        }
        int place = looseAt;
        for (List<Segment> run : Runs.of(loose, Segment::size, BlockPlan.TARGET)) {
            boolean opens = named && place == 0;
            boolean closes =
                    named && place + run.size() == application.segments().size();
            planned.add(new SegmentRun(application.name(), run, opens, closes, first && place == 0));
            place += run.size();
        }
        loose.clear();
    }

    private static int instances(List<Segment> segments) {
        int instances = 0;
        for (Segment segment : segments) {
            instances += segment.size();
        }
        return instances;
    }
}
