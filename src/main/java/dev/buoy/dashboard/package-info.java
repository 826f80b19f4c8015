/**
 * The HTML surface: pages for people who want to know what is listed, what happened, and why.
 *
 * <p>A page is drawn by the server from a report, and the same reports are served as JSON below {@code /buoy/v1}. Pages need no
 * script; one of ours keeps them fresh where scripts run. All links are relative, so that they hold behind any prefix. Nothing
 * that a client registered is trusted: text is escaped, secrets are masked, and only http(s) addresses become links.
 *
 * <p>Leaves to others: what is listed ({@code registry}), and Eureka's own paths ({@code web}). Start reading at
 * {@link dev.buoy.dashboard.DashboardRoute}.
 */
package dev.buoy.dashboard;
