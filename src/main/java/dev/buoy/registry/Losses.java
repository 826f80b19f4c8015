package dev.buoy.registry;

import dev.buoy.model.InstanceKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The evicted instances that still count as expected, and the newcomers that may stand in for lost ones.
 *
 * <p>An eviction must not lower what is expected, or a loss that creeps through slow evictions would never be noticed. Nor may
 * it count for ever, or the threshold would only rise. So an evicted instance counts until it registers again, is
 * cancelled, a newcomer of its application takes its place, or the memory of a loss has run out. A newcomer takes one
 * place only: that of an instance that has not renewed since the newcomer came, evicted already or merely silent.
 *
 * <p>Guarded by its own monitor, which is taken inside the registry's lock, never around it.
 */
final class Losses {
    private final long memoryMillis;
    private final Map<String, Deque<Loss>> byApplication = new HashMap<>();
    private final Map<String, Deque<Newcomer>> newcomers = new HashMap<>();
    private long expectedMicros;

    private record Loss(String id, long expectedMicros, long evictedAt) {}

    private record Newcomer(String id, long registeredAt) {}

    /** @param memoryMillis how long a loss counts, and how long a newcomer may take a place */
    Losses(long memoryMillis) {
        this.memoryMillis = memoryMillis;
    }

    /** An instance was listed that was not listed before. */
    synchronized void registered(InstanceKey key, long now) {
        if (forgetLoss(key)) {
            return;
        }
        Deque<Loss> lost = byApplication.get(key.app());
        if (lost != null) {
            remove(key.app(), lost, lost.peekFirst());
        } else {
            newcomers.computeIfAbsent(key.app(), app -> new ArrayDeque<>()).addLast(new Newcomer(key.id(), now));
        }
    }

    /** An instance was cancelled, listed or not. */
    synchronized void cancelled(InstanceKey key) {
        forgetLoss(key);
        forgetNewcomer(key);
    }

    /** An instance was evicted. It goes on counting unless it was given up, or a newcomer has taken its place. */
    synchronized void evicted(Lease lease, boolean givenUp, long lastRenewal, long now) {
        InstanceKey key = lease.key();
        forgetNewcomer(key);
        if (givenUp || standIn(key.app(), lastRenewal)) {
            return;
        }
        byApplication
                .computeIfAbsent(key.app(), app -> new ArrayDeque<>())
                .addLast(new Loss(key.id(), lease.expectedMicros(), now));
        expectedMicros += lease.expectedMicros();
    }

    /** What the evicted instances that still count would renew in a minute, in millionths. */
    synchronized long expectedMicros(long now) {
        forget(now);
        return expectedMicros;
    }

    /** Drops the losses and the newcomers that are too old to count. */
    synchronized void forget(long now) {
        forgetBefore(now - memoryMillis);
    }

    /** The most that any one of them would renew in a minute, in millionths. */
    synchronized long largestMicros() {
        long largest = 0;
        for (Deque<Loss> lost : byApplication.values()) {
            for (Loss loss : lost) {
                largest = Math.max(largest, loss.expectedMicros());
            }
        }
        return largest;
    }

    /** How many evicted instances still count. */
    synchronized int count() {
        int count = 0;
        for (Deque<Loss> lost : byApplication.values()) {
            count += lost.size();
        }
        return count;
    }

    /** Which of the silent leases have a newcomer in their place already. A newcomer that is silent itself takes none. */
    synchronized Set<Lease> replaced(List<Lease> silent, long now) {
        forget(now);
        if (silent.isEmpty() || newcomers.isEmpty()) {
            return Set.of();
        }
        Set<InstanceKey> silentKeys = new HashSet<>();
        silent.forEach(lease -> silentKeys.add(lease.key()));
        List<Lease> longestSilentFirst = new ArrayList<>(silent);
        longestSilentFirst.sort(Comparator.comparingLong(Lease::lastRenewal));
        Map<String, Deque<Newcomer>> free = new HashMap<>();
        Set<Lease> replaced = new HashSet<>();
        for (Lease lease : longestSilentFirst) {
            String app = lease.key().app();
            Deque<Newcomer> candidates = free.computeIfAbsent(app, a -> {
                Deque<Newcomer> all = new ArrayDeque<>(newcomers.getOrDefault(a, new ArrayDeque<>()));
                all.removeIf(newcomer -> silentKeys.contains(new InstanceKey(a, newcomer.id())));
                return all;
            });
            if (take(candidates, lease.lastRenewal())) {
                replaced.add(lease);
            }
        }
        return replaced;
    }

    /** Stops counting all of them, or those of one application; returns how many. */
    synchronized int accept(String app) {
        int accepted = 0;
        for (String name : app == null ? List.copyOf(byApplication.keySet()) : List.of(app)) {
            Deque<Loss> lost = byApplication.remove(name);
            if (lost != null) {
                accepted += lost.size();
                lost.forEach(loss -> expectedMicros -= loss.expectedMicros());
            }
        }
        return accepted;
    }

    private boolean standIn(String app, long lastRenewal) {
        Deque<Newcomer> candidates = newcomers.get(app);
        boolean taken = candidates != null && take(candidates, lastRenewal);
        if (candidates != null && candidates.isEmpty()) {
            newcomers.remove(app);
        }
        return taken;
    }

    // The earliest newcomer since then: later ones stay free for instances that were seen later.
    private static boolean take(Deque<Newcomer> candidates, long since) {
        for (Iterator<Newcomer> each = candidates.iterator(); each.hasNext(); ) {
            if (each.next().registeredAt() >= since) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    private void forgetBefore(long time) {
        for (String app : List.copyOf(byApplication.keySet())) {
            Deque<Loss> lost = byApplication.get(app);
            while (!lost.isEmpty() && lost.peekFirst().evictedAt() <= time) {
                expectedMicros -= lost.removeFirst().expectedMicros();
            }
            if (lost.isEmpty()) {
                byApplication.remove(app);
            }
        }
        newcomers.values().forEach(all -> all.removeIf(newcomer -> newcomer.registeredAt() <= time));
        newcomers.values().removeIf(Deque::isEmpty);
    }

    private boolean forgetLoss(InstanceKey key) {
        Deque<Loss> lost = byApplication.get(key.app());
        if (lost != null) {
            for (Loss loss : lost) {
                if (loss.id().equals(key.id())) {
                    remove(key.app(), lost, loss);
                    return true;
                }
            }
        }
        return false;
    }

    private void remove(String app, Deque<Loss> lost, Loss loss) {
        lost.remove(loss);
        expectedMicros -= loss.expectedMicros();
        if (lost.isEmpty()) {
            byApplication.remove(app);
        }
    }

    private void forgetNewcomer(InstanceKey key) {
        Deque<Newcomer> all = newcomers.get(key.app());
        if (all != null && all.removeIf(newcomer -> newcomer.id().equals(key.id())) && all.isEmpty()) {
            newcomers.remove(key.app());
        }
    }
}
