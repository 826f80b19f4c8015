package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;

/** JSON in the order of the reference's default codec (contract §3.1), and of its compact one (§3.8). */
final class JsonDocumentWriter implements DocumentWriter {
    private static final byte[] START = Ascii.bytes("{\"applications\":{\"versions__delta\":\"");
    private static final byte[] HASH_CODE = Ascii.bytes("\",\"apps__hashcode\":\"");
    private static final byte[] APPLICATIONS = Ascii.bytes("\",\"application\":[");
    private static final byte[] END = Ascii.bytes("]}}");
    private static final byte[] COMPACT_START = Ascii.bytes("{\"applications\":{\"application\":[");
    private static final byte[] COMPACT_EMPTY = Ascii.bytes("],\"registeredApplicationsEmpty\":");
    private static final byte[] TRUE = Ascii.bytes("true");
    private static final byte[] FALSE = Ascii.bytes("false");
    private static final byte[] COMPACT_VERSION = Ascii.bytes(",\"versions__delta\":\"");
    private static final byte[] COMPACT_END = Ascii.bytes("\"}}");
    private static final byte[] NAME = Ascii.bytes("{\"name\":\"");
    private static final byte[] INSTANCES = Ascii.bytes("\",\"instance\":[");
    private static final byte[] INSTANCES_END = Ascii.bytes("]}");
    private static final byte[] SINGLE_APPLICATION = Ascii.bytes("{\"application\":");
    private static final byte[] SINGLE_INSTANCE = Ascii.bytes("{\"instance\":");

    @Override
    public void documentStart(WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out) {
        if (form == WireForm.COMPACT) {
            out.append(COMPACT_START);
            return;
        }
        out.append(START);
        out.append(versionsDelta);
        out.append(HASH_CODE);
        JsonText.append(appsHashCode, out);
        out.append(APPLICATIONS);
    }

    @Override
    public void documentEnd(WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out) {
        if (form == WireForm.FULL) {
            out.append(END);
            return;
        }
        out.append(COMPACT_EMPTY);
        out.append(empty ? TRUE : FALSE);
        out.append(COMPACT_VERSION);
        out.append(versionsDelta);
        out.append(HASH_CODE);
        JsonText.append(appsHashCode, out);
        out.append(COMPACT_END);
    }

    @Override
    public void applicationStart(WireForm form, String name, Utf8Sink out) {
        out.append(NAME);
        JsonText.append(name, out);
        out.append(INSTANCES);
    }

    @Override
    public void applicationEnd(WireForm form, Utf8Sink out) {
        out.append(INSTANCES_END);
    }

    @Override
    public void singleApplicationStart(WireForm form, String name, Utf8Sink out) {
        out.append(SINGLE_APPLICATION);
        applicationStart(form, name, out);
    }

    @Override
    public void singleApplicationEnd(WireForm form, Utf8Sink out) {
        applicationEnd(form, out);
        out.append('}');
    }

    @Override
    public void instance(WireForm form, InstanceInfo instance, Utf8Sink out) {
        if (form == WireForm.FULL) {
            JsonInstanceWriter.full(instance, out);
        } else {
            JsonInstanceWriter.compact(instance, out);
        }
    }

    @Override
    public void singleInstance(InstanceInfo instance, Utf8Sink out) {
        out.append(SINGLE_INSTANCE);
        JsonInstanceWriter.full(instance, out);
        out.append('}');
    }

    @Override
    public String separator() {
        return ",";
    }
}
