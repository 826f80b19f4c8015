/**
 * Tests of the packaged application: started as a user starts it, spoken to over real sockets. They own the process and the
 * HTTP exchanges; what a room decides is tested beside that room.
 *
 * <p>Start reading at {@link dev.buoy.it.BuoyProcess}.
 */
package dev.buoy.it;
