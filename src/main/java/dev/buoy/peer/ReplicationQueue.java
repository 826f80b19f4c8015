package dev.buoy.peer;

import dev.buoy.model.InstanceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits to be sent to one peer: one slot per instance, the longest waiting first, and no more slots than a bound. An
 * instance that is in a batch on its way is held back, so that what is said of it arrives in order. Not thread-safe.
 */
final class ReplicationQueue {
    private final int most;
    private final long mostAgeMillis;
    private Map<InstanceKey, Slot> waiting = new LinkedHashMap<>();
    private final Map<InstanceKey, Slot> onTheWay = new HashMap<>();
    private long dropped;

    /**
     * @param most          most slots that wait
     * @param mostAgeMillis how long a change is worth sending
     */
    ReplicationQueue(int most, long mostAgeMillis) {
        this.most = most;
        this.mostAgeMillis = mostAgeMillis;
    }

    int size() {
        return waiting.size();
    }

    int onTheWay() {
        return onTheWay.size();
    }

    /** How many slots were given up: pushed out by others or too old. */
    long dropped() {
        return dropped;
    }

    void drop(int slots) {
        dropped += slots;
    }

    /** When the first in line began to wait; the far future if nobody waits. */
    long oldest() {
        return waiting.isEmpty()
                ? Long.MAX_VALUE
                : waiting.values().iterator().next().since();
    }

    /** When the oldest of all that has not arrived began to wait; the far future if there is nothing. */
    long oldestNotArrived() {
        return Math.min(
                oldest(),
                onTheWay.values().stream().mapToLong(Slot::since).min().orElse(Long.MAX_VALUE));
    }

    /** The slot of an instance, made if there is none; the longest waiting one makes room when all are taken. */
    Slot slot(InstanceKey key, long now) {
        Slot present = waiting.get(key);
        if (present != null) {
            return present;
        }
        if (waiting.size() >= most) {
            Iterator<Slot> first = waiting.values().iterator();
            first.next();
            first.remove();
            dropped++;
        }
        Slot fresh = new Slot(key, now);
        waiting.put(key, fresh);
        return fresh;
    }

    /** Notes a heartbeat, unless there is no room: it comes again. */
    void heartbeat(InstanceKey key, long now) {
        if (waiting.size() < most || waiting.containsKey(key)) {
            slot(key, now).heartbeat(now);
        }
    }

    /** Whether anything is to be said of this instance already. */
    boolean saysMoreThanHeartbeat(InstanceKey key) {
        Slot slot = waiting.get(key);
        return slot != null && !slot.isHeartbeatOnly();
    }

    /** Takes the first in line, as many as make at most so many entries. */
    List<Slot> take(int entries, long now) {
        List<Slot> taken = new ArrayList<>();
        int room = entries;
        Iterator<Slot> slots = waiting.values().iterator();
        while (room > 0 && slots.hasNext()) {
            Slot slot = slots.next();
            if (onTheWay.containsKey(slot.key())) {
                continue;
            }
            slot.expire(now, mostAgeMillis);
            if (slot.size() == 0) {
                slots.remove();
                dropped++;
                continue;
            }
            if (slot.size() > room && !taken.isEmpty()) {
                break;
            }
            room -= slot.size();
            slots.remove();
            taken.add(slot);
            onTheWay.put(slot.key(), slot);
        }
        return taken;
    }

    /** These arrived. */
    void arrived(List<Slot> slots) {
        for (Slot slot : slots) {
            onTheWay.remove(slot.key());
        }
    }

    /** These did not: they go to the front again, and what came meanwhile goes behind them. */
    void putBack(List<Slot> slots) {
        arrived(slots);
        Map<InstanceKey, Slot> merged = new LinkedHashMap<>();
        for (Slot slot : slots) {
            slot.attemptFailed();
            Slot later = waiting.remove(slot.key());
            if (later != null) {
                slot.append(later);
            }
            merged.put(slot.key(), slot);
        }
        merged.putAll(waiting);
        waiting = merged;
        dropOldestBeyond(most);
    }

    /** Drops what is too old. */
    void expire(long now) {
        waiting.values().removeIf(slot -> {
            slot.expire(now, mostAgeMillis);
            if (slot.size() > 0) {
                return false;
            }
            dropped++;
            return true;
        });
    }

    private void dropOldestBeyond(int bound) {
        Iterator<Slot> first = waiting.values().iterator();
        while (waiting.size() > bound) {
            first.next();
            first.remove();
            dropped++;
        }
    }
}
