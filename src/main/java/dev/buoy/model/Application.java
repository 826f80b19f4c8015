package dev.buoy.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The instances of one application. Immutable; a change makes a new one that shares all it did not touch.
 *
 * <p>Instances are held in segments of at most {@value #SEGMENT_SIZE}, sorted by id. A change to an application of ten
 * thousand instances therefore copies one segment and the list of segments, and whoever keeps something made from a
 * segment (its encoded form, say) may go on using it while the segment is the same object.
 */
public final class Application {
    /** Most instances that one segment holds. */
    public static final int SEGMENT_SIZE = 32;

    private final String name;
    private final List<Segment> segments;
    private final int size;

    /** A run of instances; never empty. Compared by identity. */
    public static final class Segment {
        private final InstanceInfo[] instances;

        private Segment(InstanceInfo... instances) {
            this.instances = instances;
        }

        public int size() {
            return instances.length;
        }

        public InstanceInfo get(int index) {
            return instances[index];
        }

        private String firstId() {
            return instances[0].instanceId();
        }
    }

    private Application(String name, List<Segment> segments, int size) {
        this.name = name;
        this.segments = segments;
        this.size = size;
    }

    /** An application without instances, to add some to. */
    public static Application empty(String name) {
        return new Application(name, List.of(), 0);
    }

    /** An application that keeps the order given. For display only: {@link #with} and the like need the order of ids. */
    public static Application listing(String name, List<InstanceInfo> instances) {
        List<Segment> segments = new ArrayList<>();
        for (int from = 0; from < instances.size(); from += SEGMENT_SIZE) {
            int to = Math.min(instances.size(), from + SEGMENT_SIZE);
            segments.add(new Segment(instances.subList(from, to).toArray(InstanceInfo[]::new)));
        }
        return new Application(name, List.copyOf(segments), instances.size());
    }

    /** Our instances and after them those of another, each in their order. For display only, as {@link #listing}. */
    public Application followedBy(Application other) {
        if (other.isEmpty()) {
            return this;
        }
        List<Segment> all = new ArrayList<>(segments.size() + other.segments.size());
        all.addAll(segments);
        all.addAll(other.segments);
        return new Application(name, List.copyOf(all), size + other.size);
    }

    public String name() {
        return name;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public List<Segment> segments() {
        return segments;
    }

    public void forEach(Consumer<InstanceInfo> action) {
        for (Segment segment : segments) {
            for (InstanceInfo instance : segment.instances) {
                action.accept(instance);
            }
        }
    }

    /** All instances, in the order of their ids. */
    public List<InstanceInfo> instances() {
        List<InstanceInfo> all = new ArrayList<>(size);
        forEach(all::add);
        return all;
    }

    public Optional<InstanceInfo> instance(String id) {
        if (segments.isEmpty()) {
            return Optional.empty();
        }
        Segment segment = segments.get(segmentFor(id));
        int at = indexIn(segment, id);
        return at >= 0 ? Optional.of(segment.instances[at]) : Optional.empty();
    }

    /** With this instance added, or put in place of the one with its id. */
    public Application with(InstanceInfo instance) {
        if (segments.isEmpty()) {
            return new Application(name, List.of(new Segment(instance)), 1);
        }
        int place = segmentFor(instance.instanceId());
        InstanceInfo[] old = segments.get(place).instances;
        int at = indexIn(segments.get(place), instance.instanceId());
        if (at >= 0) {
            InstanceInfo[] replaced = old.clone();
            replaced[at] = instance;
            return new Application(name, replace(place, new Segment(replaced)), size);
        }
        InstanceInfo[] grown = new InstanceInfo[old.length + 1];
        int insert = -at - 1;
        System.arraycopy(old, 0, grown, 0, insert);
        grown[insert] = instance;
        System.arraycopy(old, insert, grown, insert + 1, old.length - insert);
        if (grown.length <= SEGMENT_SIZE) {
            return new Application(name, replace(place, new Segment(grown)), size + 1);
        }
        int half = splitPoint(place, insert, grown.length);
        Segment lower = new Segment(Arrays.copyOfRange(grown, 0, half));
        Segment upper = new Segment(Arrays.copyOfRange(grown, half, grown.length));
        return new Application(name, replace(place, lower, upper), size + 1);
    }

    /** Without the instance of this id; the same object when it holds none. */
    public Application without(String id) {
        if (segments.isEmpty()) {
            return this;
        }
        int place = segmentFor(id);
        InstanceInfo[] old = segments.get(place).instances;
        int at = indexIn(segments.get(place), id);
        if (at < 0) {
            return this;
        }
        if (old.length == 1) {
            return new Application(name, replace(place), size - 1);
        }
        InstanceInfo[] shrunk = new InstanceInfo[old.length - 1];
        System.arraycopy(old, 0, shrunk, 0, at);
        System.arraycopy(old, at + 1, shrunk, at, shrunk.length - at);
        return new Application(name, shrunkTo(place, shrunk), size - 1);
    }

    // Ids often come in ascending order; splitting off only the newest then leaves full segments behind.
    private int splitPoint(int place, int insert, int length) {
        boolean appending = place == segments.size() - 1 && insert == length - 1;
        return appending ? length - 1 : length / 2;
    }

    // A segment that has become small joins its neighbour when both fit, so that segments stay about half full at
    // least.
    private List<Segment> shrunkTo(int place, InstanceInfo[] shrunk) {
        if (shrunk.length < SEGMENT_SIZE / 4 && place + 1 < segments.size()) {
            InstanceInfo[] next = segments.get(place + 1).instances;
            if (shrunk.length + next.length <= SEGMENT_SIZE) {
                InstanceInfo[] joined = Arrays.copyOf(shrunk, shrunk.length + next.length);
                System.arraycopy(next, 0, joined, shrunk.length, next.length);
                List<Segment> result = new ArrayList<>(segments);
                result.remove(place + 1);
                result.set(place, new Segment(joined));
                return List.copyOf(result);
            }
        }
        return replace(place, new Segment(shrunk));
    }

    private List<Segment> replace(int place, Segment... by) {
        if (segments.size() == 1) {
            return List.of(by);
        }
        List<Segment> result = new ArrayList<>(segments.size() + by.length);
        result.addAll(segments.subList(0, place));
        result.addAll(Arrays.asList(by));
        result.addAll(segments.subList(place + 1, segments.size()));
        return List.copyOf(result);
    }

    // The last segment whose first id is not above this one; the first segment for ids below all.
    private int segmentFor(String id) {
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segments.get(middle).firstId().compareTo(id) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    // As Arrays.binarySearch: the index, or -(insertion point) - 1.
    private static int indexIn(Segment segment, String id) {
        int low = 0;
        int high = segment.instances.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = segment.instances[middle].instanceId().compareTo(id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    @Override
    public String toString() {
        return name + "(" + size + ")";
    }
}
