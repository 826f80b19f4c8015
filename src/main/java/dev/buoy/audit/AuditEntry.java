package dev.buoy.audit;

import java.time.Instant;

/**
 * One line of the trail.
 *
 * @param number  rises by one from entry to entry; the first is 1
 * @param at      when it happened; of a refusal that was repeated, the last time
 * @param who     name of the caller
 * @param from    the address that the request came from
 * @param action  what was done
 * @param target  what to
 * @param outcome what came of it
 * @param detail  why, or what changed; may be empty
 * @param times   how often; more than 1 for refusals that were repeated within a minute of one another
 */
public record AuditEntry(
        long number,
        Instant at,
        String who,
        String from,
        String action,
        String target,
        Outcome outcome,
        String detail,
        int times) {}
