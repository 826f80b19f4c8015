package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.registry.RegistryView;
import java.util.List;

/**
 * What changed of late (contract §7.2), not encoded.
 *
 * @param view    the registry that a copy becomes by it
 * @param changed the applications with changes, by name, removed instances last; the same object while nothing changes
 */
public record RecentChanges(RegistryView view, List<Application> changed) {}
