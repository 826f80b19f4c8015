package dev.buoy.web;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.Utf8Sink;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Documents of many instances, encoded as a whole. */
final class RegionalDocument {
    private static final int NO_DELTA = -1;

    private final EurekaCodec codec;
    private final WireFormat format;
    private final WireForm form;
    private final byte[] separator;

    RegionalDocument(EurekaCodec codec, WireFormat format, WireForm form) {
        this.codec = codec;
        this.format = format;
        this.form = form;
        this.separator = codec.separator(format).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * @param counted what the hash code is of
     * @param listed  what is listed
     */
    byte[] of(long versionsDelta, Applications counted, Applications listed) {
        Utf8Sink out = new Utf8Sink();
        String hashCode = counted.counts().appsHashCode();
        codec.writeDocumentStart(format, form, versionsDelta, hashCode, listed.isEmpty(), out);
        boolean first = true;
        for (Application application : listed) {
            if (!first) {
                out.append(separator);
            }
            first = false;
            codec.writeApplicationStart(format, form, application.name(), out);
            instances(application, out);
            codec.writeApplicationEnd(format, form, out);
        }
        codec.writeDocumentEnd(format, form, versionsDelta, hashCode, listed.isEmpty(), out);
        return out.toByteArray();
    }

    byte[] ofVip(Applications listed) {
        return of(NO_DELTA, listed, listed);
    }

    byte[] ofApplication(Application application) {
        Utf8Sink out = new Utf8Sink();
        codec.writeSingleApplicationStart(format, form, application.name(), out);
        instances(application, out);
        codec.writeSingleApplicationEnd(format, form, out);
        return out.toByteArray();
    }

    private void instances(Application application, Utf8Sink out) {
        boolean first = true;
        for (InstanceInfo instance : application.instances()) {
            if (!first) {
                out.append(separator);
            }
            first = false;
            codec.writeInstance(format, form, instance, out);
        }
    }

    static byte[] gzip(byte[] body) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(body.length / 4 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
