package dev.buoy.changelog;

/**
 * A change with its place in the order of all.
 *
 * @param revision rises by one from entry to entry; the first is 1
 * @param at       when it happened, epoch milliseconds of the registry's clock
 * @param origin   who caused it
 * @param change   what happened
 */
public record LogEntry(long revision, long at, Origin origin, Change change) {}
