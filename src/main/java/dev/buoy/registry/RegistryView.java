package dev.buoy.registry;

import dev.buoy.model.Applications;

/**
 * The whole registry at one moment. Immutable.
 *
 * @param revision     of the last change in it; the change log holds at least the entries up to it
 * @param applications all that is listed
 */
public record RegistryView(long revision, Applications applications) {
    static final RegistryView EMPTY = new RegistryView(0, Applications.NONE);
}
