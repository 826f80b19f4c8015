package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;

/**
 * What came of one entry of a batch (contract §9.4).
 *
 * @param statusCode as HTTP has them; 0 if a peer sent none
 * @param entity     the answering server's newer copy with 409; otherwise {@code null}
 */
public record ReplicationAnswer(int statusCode, InstanceInfo entity) {
    /** An answer without a copy. */
    public static ReplicationAnswer of(int statusCode) {
        return new ReplicationAnswer(statusCode, null);
    }

    public boolean isSuccess() {
        return statusCode >= 200 && statusCode < 300;
    }
}
