/**
 * The clock, the jobs, the wiring, the order of start and stop: the one room that sees all others.
 *
 * <p>Leaves to others: what is wired and what a job does. Start reading at {@link dev.buoy.runtime.Wiring}.
 */
package dev.buoy.runtime;
