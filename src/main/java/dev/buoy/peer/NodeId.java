package dev.buoy.peer;

import java.util.UUID;

/**
 * What a node calls itself. It says so in the header of its answers to peers: so a node that is asked by a name, an address
 * or a load balancer under which it cannot know itself is recognised all the same.
 *
 * @param value visible ASCII
 */
public record NodeId(String value) {
    /** Name of the header. */
    public static final String HEADER = "X-Buoy-Node-Id";

    public NodeId {
        if (value.isEmpty() || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a node id must be visible ASCII without spaces");
        }
    }

    /** One that nobody else has. */
    public static NodeId random() {
        return new NodeId(UUID.randomUUID().toString());
    }
}
