/**
 * Eureka's JSON and XML, in both directions, and what a registration must contain. Input is read leniently, as the
 * contract §3, §4 and §9 say; output is what every known client parses, byte for byte.
 *
 * <p>Leaves to others: media types' negotiation and status codes ({@code web}), and keeping answers ({@code cache}).
 * Start reading at {@link dev.buoy.wire.EurekaCodec}; batches between servers are {@link dev.buoy.wire.ReplicationCodec}.
 */
package dev.buoy.wire;
