package dev.buoy.cache;

import dev.buoy.model.InstanceInfo;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.Utf8Sink;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;

/** How an answer is put into bytes: in which format and form, and whether compressed. */
record Rendering(EurekaCodec codec, WireFormat format, WireForm form, boolean gzip) {

    void applicationStart(String name, Utf8Sink sink) {
        codec.writeApplicationStart(format, form, name, sink);
    }

    void applicationEnd(Utf8Sink sink) {
        codec.writeApplicationEnd(format, form, sink);
    }

    void instance(InstanceInfo instance, Utf8Sink sink) {
        codec.writeInstance(format, form, instance, sink);
    }

    void separator(Utf8Sink sink) {
        String separator = codec.separator(format);
        for (int i = 0; i < separator.length(); i++) {
            sink.append(separator.charAt(i));
        }
    }
}
