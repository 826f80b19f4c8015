package dev.buoy.cache;

import dev.buoy.model.Application.Segment;
import dev.buoy.model.InstanceInfo;
import dev.buoy.wire.Utf8Sink;
import java.util.List;

/** A block that is a part of a large application. The first part opens the application, the last one closes it. */
final class SegmentRun extends Block {
    private final String application;
    private final Segment[] segments;
    private final boolean opens;
    private final boolean closes;

    SegmentRun(String application, List<Segment> segments, boolean opens, boolean closes, boolean first) {
        super(first);
        this.application = application;
        this.segments = segments.toArray(Segment[]::new);
        this.opens = opens;
        this.closes = closes;
    }

    List<Segment> segments() {
        return List.of(segments);
    }

    int count() {
        return segments.length;
    }

    int instances() {
        int instances = 0;
        for (Segment segment : segments) {
            instances += segment.size();
        }
        return instances;
    }

    InstanceInfo firstInstance() {
        return segments[0].get(0);
    }

    /** Whether it still covers, in every respect, what is at a place in a list. */
    boolean isAt(List<Segment> list, int place, boolean opensThere, boolean closesThere, boolean firstThere) {
        if (opens != opensThere
                || closes != closesThere
                || isFirst() != firstThere
                || place + segments.length > list.size()) {
            return false;
        }
        for (int i = 0; i < segments.length; i++) {
            if (!Sameness.same(segments[i], list.get(place + i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    String lastName() {
        return application;
    }

    @Override
    void write(Rendering as, Utf8Sink sink) {
        writeSeparator(as, sink);
        if (opens) {
            as.applicationStart(application, sink);
        }
        boolean following = false;
        for (Segment segment : segments) {
            for (int i = 0; i < segment.size(); i++) {
                if (following) {
                    as.separator(sink);
                }
                following = true;
                as.instance(segment.get(i), sink);
            }
        }
        if (closes) {
            as.applicationEnd(sink);
        }
    }
}
