/**
 * What happened to the registry, in order: one log that everybody reads who must know of changes, each at a pace of its own.
 *
 * <p>Leaves to others: what may happen ({@code registry}, its only writer), and what follows from it (its readers).
 * Start reading at {@link dev.buoy.changelog.ChangeLog}.
 */
package dev.buoy.changelog;
