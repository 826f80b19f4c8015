package dev.buoy.wire;

/** How much of an instance a document tells; clients choose by {@code X-Eureka-Accept} (contract §2.3, §3.8). */
public enum WireForm {
    /** Every field. */
    FULL,
    /** What routing needs: no lease, no metadata, no URLs. */
    COMPACT
}
