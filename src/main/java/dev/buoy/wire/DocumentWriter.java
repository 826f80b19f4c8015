package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;

/** The parts of documents in one format. */
interface DocumentWriter {
    void documentStart(WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out);

    void documentEnd(WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out);

    void applicationStart(WireForm form, String name, Utf8Sink out);

    void applicationEnd(WireForm form, Utf8Sink out);

    void singleApplicationStart(WireForm form, String name, Utf8Sink out);

    void singleApplicationEnd(WireForm form, Utf8Sink out);

    /** One instance as a part of an application. */
    void instance(WireForm form, InstanceInfo instance, Utf8Sink out);

    /** One instance as a document of its own, in full. */
    void singleInstance(InstanceInfo instance, Utf8Sink out);

    /** What stands between two applications, and between two instances. */
    String separator();
}
