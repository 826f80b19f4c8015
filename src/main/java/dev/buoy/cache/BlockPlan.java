package dev.buoy.cache;

import dev.buoy.model.Application;
import java.util.ArrayList;
import java.util.List;

/**
 * Which blocks an answer is made of: those of the answer before that still cover what is listed, and new ones for what
 * changed. A walk along both in the order of names; nothing is encoded here.
 *
 * <p>Cuts stay where they were. Only around a change are they drawn anew, so that a block neither grows nor shrinks far
 * from {@value #TARGET} instances.
 */
final class BlockPlan {
    /** How many instances a block should hold: few to encode after a change, enough to compress well. */
    static final int TARGET = 64;

    /** An application of more has blocks of its own. */
    static final int LARGE = TARGET + TARGET / 2;

    private static final int SMALL = TARGET / 4;

    private final List<Block> old;
    private final List<Block> planned;
    private final List<Application> loose = new ArrayList<>(); // in no block yet
    private int cursor; // in old

    private BlockPlan(List<Block> old) {
        this.old = old;
        this.planned = new ArrayList<>(old.size() + 8);
    }

    /** @param applications in the order of their names; none is empty */
    static List<Block> of(List<Block> old, List<Application> applications) {
        return new BlockPlan(old).plan(applications);
    }

    private List<Block> plan(List<Application> applications) {
        int next = 0;
        while (next < applications.size()) {
            Application application = applications.get(next);
            WholeApplications kept = keptAt(applications, next);
            if (kept != null) {
                settle();
                planned.add(kept);
                cursor++;
                next += kept.count();
            } else if (application.size() > LARGE) {
                settle();
                List<SegmentRun> runs = oldRunsOf(application.name());
                planned.addAll(SegmentPlan.of(runs, application, true, planned.isEmpty()));
                next++;
            } else {
                loose.add(application);
                next++;
            }
        }
        settle();
        return planned;
    }

    private WholeApplications keptAt(List<Application> applications, int place) {
        boolean first = planned.isEmpty() && loose.isEmpty();
        if (cursor < old.size() && old.get(cursor) instanceof WholeApplications block) {
            if (block.isFirst() == first && block.isAt(applications, place)) {
                return block;
            }
        }
        String name = applications.get(place).name();
        int before = cursor;
        while (cursor < old.size() && old.get(cursor).lastName().compareTo(name) < 0) {
            cursor++;
        }
        return cursor > before ? keptAt(applications, place) : null;
    }

    private List<SegmentRun> oldRunsOf(String name) {
        List<SegmentRun> runs = new ArrayList<>();
        while (cursor < old.size()
                && old.get(cursor) instanceof SegmentRun run
                && run.lastName().equals(name)) {
            runs.add(run);
            cursor++;
        }
        return runs;
    }

    // Puts the loose applications into blocks; too few for one, they join those before them.
    private void settle() {
        if (loose.isEmpty()) {
            return;
        }
        int last = planned.size() - 1;
        if (instances(loose) < SMALL && last >= 0 && planned.get(last) instanceof WholeApplications before) {
            planned.remove(last);
            loose.addAll(0, before.applications());
        }
        for (List<Application> run : Runs.of(loose, Application::size, TARGET)) {
            planned.add(new WholeApplications(run, planned.isEmpty()));
        }
        loose.clear();
    }

    private static int instances(List<Application> applications) {
        int instances = 0;
        for (Application application : applications) {
            instances += application.size();
        }
        return instances;
    }
}
