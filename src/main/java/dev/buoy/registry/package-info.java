/**
 * Who is listed, until when, and who may be dropped. The only writer of the change log.
 *
 * <p>Leaves to others: HTTP, encodings, other servers, and when anything timed runs ({@code runtime}).
 * Start reading at {@link dev.buoy.registry.Registry}.
 */
package dev.buoy.registry;
