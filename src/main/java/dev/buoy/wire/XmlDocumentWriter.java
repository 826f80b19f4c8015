package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;

/** XML as the reference indents it (contract §4.1); the compact form is one line. */
final class XmlDocumentWriter implements DocumentWriter {
    private static final byte[] START = Ascii.bytes("<applications>\n  <versions__delta>");
    private static final byte[] HASH_CODE = Ascii.bytes("</versions__delta>\n  <apps__hashcode>");
    private static final byte[] HASH_CODE_END = Ascii.bytes("</apps__hashcode>");
    private static final byte[] END = Ascii.bytes("\n</applications>");
    private static final byte[] COMPACT_START = Ascii.bytes("<applications>");
    private static final byte[] COMPACT_EMPTY =
            Ascii.bytes("<registeredApplicationsEmpty>true</registeredApplicationsEmpty><versions__delta>");
    private static final byte[] COMPACT_NOT_EMPTY =
            Ascii.bytes("<registeredApplicationsEmpty>false</registeredApplicationsEmpty><versions__delta>");
    private static final byte[] COMPACT_HASH_CODE = Ascii.bytes("</versions__delta><apps__hashcode>");
    private static final byte[] COMPACT_END = Ascii.bytes("</apps__hashcode></applications>");
    private static final byte[] APPLICATION = Ascii.bytes("\n  <application>\n    <name>");
    private static final byte[] APPLICATION_END = Ascii.bytes("\n  </application>");
    private static final byte[] SINGLE_APPLICATION = Ascii.bytes("<application>\n  <name>");
    private static final byte[] SINGLE_APPLICATION_END = Ascii.bytes("\n</application>");
    private static final byte[] COMPACT_APPLICATION = Ascii.bytes("<application><name>");
    private static final byte[] COMPACT_APPLICATION_END = Ascii.bytes("</application>");
    private static final byte[] NAME_END = Ascii.bytes("</name>");

    // Depths in the document: that of an instance within applications within the root, and of one that is the root.
    private final XmlInstanceWriter listed = new XmlInstanceWriter(2);
    private final XmlInstanceWriter single = new XmlInstanceWriter(0);
    private final XmlInstanceWriter compact = new XmlInstanceWriter(XmlInstanceWriter.ONE_LINE);

    @Override
    public void documentStart(WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out) {
        if (form == WireForm.COMPACT) {
            out.append(COMPACT_START);
            return;
        }
        out.append(START);
        out.append(versionsDelta);
        out.append(HASH_CODE);
        XmlText.append(appsHashCode, out);
        out.append(HASH_CODE_END);
    }

    @Override
    public void documentEnd(WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out) {
        if (form == WireForm.FULL) {
            out.append(END);
            return;
        }
        out.append(empty ? COMPACT_EMPTY : COMPACT_NOT_EMPTY);
        out.append(versionsDelta);
        out.append(COMPACT_HASH_CODE);
        XmlText.append(appsHashCode, out);
        out.append(COMPACT_END);
    }

    @Override
    public void applicationStart(WireForm form, String name, Utf8Sink out) {
        name(form == WireForm.FULL ? APPLICATION : COMPACT_APPLICATION, name, out);
    }

    @Override
    public void applicationEnd(WireForm form, Utf8Sink out) {
        out.append(form == WireForm.FULL ? APPLICATION_END : COMPACT_APPLICATION_END);
    }

    @Override
    public void singleApplicationStart(WireForm form, String name, Utf8Sink out) {
        name(form == WireForm.FULL ? SINGLE_APPLICATION : COMPACT_APPLICATION, name, out);
    }

    @Override
    public void singleApplicationEnd(WireForm form, Utf8Sink out) {
        out.append(form == WireForm.FULL ? SINGLE_APPLICATION_END : COMPACT_APPLICATION_END);
    }

    private static void name(byte[] start, String name, Utf8Sink out) {
        out.append(start);
        XmlText.append(name, out);
        out.append(NAME_END);
    }

    @Override
    public void instance(WireForm form, InstanceInfo instance, Utf8Sink out) {
        if (form == WireForm.FULL) {
            listed.full(instance, out);
        } else {
            compact.compact(instance, out);
        }
    }

    @Override
    public void singleInstance(InstanceInfo instance, Utf8Sink out) {
        single.full(instance, out);
    }

    @Override
    public String separator() {
        return "";
    }
}
