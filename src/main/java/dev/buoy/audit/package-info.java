/**
 * Who did what to the registry by hand, and who was not allowed to: kept for a while, and written to the log.
 *
 * <p>Leaves to others: who may do what ({@code security}), and doing it ({@code registry}). What clients do as a matter of
 * course is no part of it; that is in the change log. Start reading at {@link dev.buoy.audit.AuditTrail}.
 */
package dev.buoy.audit;
