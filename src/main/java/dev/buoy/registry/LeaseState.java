package dev.buoy.registry;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;

/**
 * A lease as it is written down to survive a restart, or copied from another server.
 *
 * @param instance as served, with the times of its lease
 * @param reported the status that the client itself last gave; null if unknown
 * @param override the status forced on it; null for none
 */
public record LeaseState(InstanceInfo instance, InstanceStatus reported, InstanceStatus override) {}
