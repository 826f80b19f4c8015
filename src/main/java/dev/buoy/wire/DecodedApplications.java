package dev.buoy.wire;

import dev.buoy.model.Applications;

/**
 * A list of applications as another server sent it: everything, a delta, or one VIP's.
 *
 * @param versionsDelta its version; -1 when it has none
 * @param appsHashCode  the hash code that came with it, possibly of more than is listed; empty when there was none
 * @param applications  what is listed, with the {@code actionType} of each instance where one was given
 * @param unreadable    how many instances were left out because they made no sense
 */
public record DecodedApplications(long versionsDelta, String appsHashCode, Applications applications, int unreadable) {}
