/**
 * The HTTP surface: Eureka's paths, status codes and headers below {@code /eureka} and {@code /eureka/v2} (contract §1, §2).
 *
 * <p>Eureka's paths are one plain Vert.x route, since they need what a framework hides: ids with encoded slashes, answers
 * without any body, heartbeats that cost next to nothing. There is a class per resource.
 *
 * <p>Leaves to others: what a request does ({@code registry}), how documents are written and read ({@code wire}), and which
 * bytes of them are kept ({@code cache}). Start reading at {@link dev.buoy.web.EurekaRoute}.
 */
package dev.buoy.web;
