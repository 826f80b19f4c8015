package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.wire.Utf8Sink;
import java.util.List;

/** A block of one or more applications that follow each other. */
final class WholeApplications extends Block {
    private final Application[] applications;

    WholeApplications(List<Application> applications, boolean first) {
        super(first);
        this.applications = applications.toArray(Application[]::new);
    }

    List<Application> applications() {
        return List.of(applications);
    }

    int count() {
        return applications.length;
    }

    int instances() {
        int instances = 0;
        for (Application application : applications) {
            instances += application.size();
        }
        return instances;
    }

    /** Whether it still covers what is at a place in a list. */
    boolean isAt(List<Application> list, int place) {
        if (place + applications.length > list.size()) {
            return false;
        }
        for (int i = 0; i < applications.length; i++) {
            if (!Sameness.same(applications[i], list.get(place + i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    String lastName() {
        return applications[applications.length - 1].name();
    }

    @Override
    void write(Rendering as, Utf8Sink sink) {
        writeSeparator(as, sink);
        for (int i = 0; i < applications.length; i++) {
            if (i > 0) {
                as.separator(sink);
            }
            as.applicationStart(applications[i].name(), sink);
            boolean following = false;
            for (Application.Segment segment : applications[i].segments()) {
                for (int j = 0; j < segment.size(); j++) {
                    if (following) {
                        as.separator(sink);
                    }
                    following = true;
                    as.instance(segment.get(j), sink);
                }
            }
            as.applicationEnd(sink);
        }
    }
}
