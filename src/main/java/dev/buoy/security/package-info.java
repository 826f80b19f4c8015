/**
 * Who asks, and whether they may: users, their passwords and certificates, roles, and the rules of who may register what.
 *
 * <p>With nothing configured everything is open, as in Eureka, and nothing here is on the way of a request. Otherwise the
 * {@code web} room asks for each request on Eureka's paths, and {@link dev.buoy.security.SecurityRoutes} for all others, so
 * that there is one policy for both ports.
 *
 * <p>Leaves to others: what a path means ({@code web}), and encryption (Quarkus' TLS registry). Start reading at
 * {@link dev.buoy.security.Guard}.
 */
package dev.buoy.security;
