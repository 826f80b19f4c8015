/**
 * What an operator can measure of the registry: how many are listed, what changed and by whom, and what self-preservation makes
 * of it.
 *
 * <p>Leaves to others: the meters of their own matters ({@code cache}, {@code web}, {@code peer}, {@code persistence}), and when
 * figures are brought up to date ({@code runtime}). All names are listed in {@code docs/metrics.md}. Start reading at
 * {@link dev.buoy.metrics.RegistryMetrics}.
 */
package dev.buoy.metrics;
