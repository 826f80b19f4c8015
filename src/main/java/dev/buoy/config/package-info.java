/**
 * Every setting, with unit and default: those of Eureka under Spring Cloud's own names ({@code eureka.*}), and those that
 * Eureka lacks ({@code buoy.*}). Leaves to others what a setting does.
 *
 * <p>Start reading at {@link dev.buoy.config.EurekaServerConfig}.
 */
package dev.buoy.config;
