/**
 * What a registry lists: instances, grouped by application. Values only: immutable, compared by content, changed by copy.
 *
 * <p>Leaves to others: how a value looks on the wire ({@code wire}), and who is listed until when ({@code registry}).
 * Start reading at {@link dev.buoy.model.InstanceInfo}.
 */
package dev.buoy.model;
