package dev.buoy.persistence;

/**
 * What a save amounted to.
 *
 * @param entries leases and removals written
 * @param bytes   of their documents, as written
 */
record Saved(int entries, long bytes) {}
