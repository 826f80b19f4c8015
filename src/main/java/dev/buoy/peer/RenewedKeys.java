package dev.buoy.peer;

import dev.buoy.model.InstanceKey;
import dev.buoy.registry.RenewalSink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who has renewed since the last look; often is as good as once. Filled by heartbeats on their own threads, so it costs
 * nothing while there are no peers, and one entry in a set while there are.
 */
final class RenewedKeys implements RenewalSink {
    private final Set<InstanceKey> keys = ConcurrentHashMap.newKeySet();
    private volatile boolean wanted;

    /** Whether anybody wants to know. */
    void wanted(boolean wanted) {
        this.wanted = wanted;
        if (!wanted) {
            keys.clear();
        }
    }

    @Override
    public void renewed(InstanceKey key) {
        if (wanted) {
            keys.add(key);
        }
    }

    /** Those who renewed. A renewal that comes meanwhile is among these or among the next. */
    List<InstanceKey> drain() {
        if (keys.isEmpty()) {
            return List.of();
        }
        List<InstanceKey> drained = new ArrayList<>();
        for (Iterator<InstanceKey> each = keys.iterator(); each.hasNext(); ) {
            drained.add(each.next());
            each.remove();
        }
        return drained;
    }
}
