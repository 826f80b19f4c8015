package dev.buoy.changelog;

import java.util.List;

/**
 * What followed a revision.
 *
 * @param entries   the entries after it, oldest first; empty when there are none, or when compacted
 * @param compacted whether entries after it are gone: the reader must start over from the registry's present view
 */
public record Tail(List<LogEntry> entries, boolean compacted) {
    static final Tail NOTHING = new Tail(List.of(), false);
    static final Tail COMPACTED = new Tail(List.of(), true);
}
