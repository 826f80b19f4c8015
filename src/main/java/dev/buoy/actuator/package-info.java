/**
 * The management endpoints that operators' tools know from Spring Boot's Actuator, on the management port and in its shapes. What
 * has no meaning here is absent.
 *
 * <p>Leaves to others: what is healthy ({@code runtime} and the rooms with checks) and what is measured ({@code metrics}). Start
 * reading at {@link dev.buoy.actuator.ActuatorRoute}.
 */
package dev.buoy.actuator;
