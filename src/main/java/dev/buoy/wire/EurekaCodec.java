package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;
import jakarta.inject.Singleton;
import java.io.IOException;

/**
 * Instances and registries as JSON and XML (contract §3, §4). Has no state; any number of threads may use it.
 *
 * <p>Documents of many instances are written in parts, so that parts may be kept and put together again: start,
 * applications with {@link #separator} between them, end; and within an application start, instances with the separator
 * between them, end.
 */
@Singleton
public final class EurekaCodec {
    /** The {@code lastDirtyTimestamp} of an instance that did not give one; whoever takes it in puts the present time. */
    public static final long NO_TIMESTAMP = -1;

    private final DocumentWriter json = new JsonDocumentWriter();
    private final DocumentWriter xml = new XmlDocumentWriter();

    public EurekaCodec() {}

    /**
     * Reads a registration: {@code {"instance":{…}}} or {@code <instance>}. The instance has an id by the rules of §3.4 if
     * there is anything to make one of, the defaults of §3.2 for what was left out, and its application in upper case.
     * What {@link RegistrationCheck} looks at may be missing, save the application: without that the body counts as
     * unreadable (§5.1). {@code actionType} is dropped. {@code lastDirtyTimestamp} is {@link #NO_TIMESTAMP} if absent.
     *
     * @throws MalformedPayloadException if the body is no such document, or a value in it is not of its kind
     */
    public InstanceInfo decodeInstance(WireFormat format, byte[] body, int offset, int length)
            throws MalformedPayloadException {
        InstanceInfo instance = format == WireFormat.JSON
                ? instanceFromJson(body, offset, length)
                : instanceFromXml(body, offset, length);
        if (instance.app() == null) {
            throw new MalformedPayloadException("Missing appName");
        }
        return instance.actionType() == null
                ? instance
                : instance.toBuilder().actionType(null).build();
    }

    private static InstanceInfo instanceFromJson(byte[] body, int offset, int length) throws MalformedPayloadException {
        try (JsonCursor cursor = new JsonCursor(body, offset, length)) {
            cursor.enterRoot("instance");
            InstanceInfo instance = JsonInstanceReader.read(cursor);
            cursor.leaveRoot();
            return instance;
        } catch (IOException e) {
            throw new MalformedPayloadException("malformed JSON");
        }
    }

    private static InstanceInfo instanceFromXml(byte[] body, int offset, int length) throws MalformedPayloadException {
        XmlCursor cursor = new XmlCursor(body, offset, length);
        cursor.enterRoot("instance");
        InstanceInfo instance = XmlInstanceReader.read(cursor);
        cursor.leaveRoot();
        return instance;
    }

    /**
     * Reads a registry, a delta or the answer to a VIP, as any server may have written it. Instances that make no sense are
     * left out and counted.
     *
     * @throws MalformedPayloadException if the body is no such document
     */
    public DecodedApplications decodeApplications(WireFormat format, byte[] body, int offset, int length)
            throws MalformedPayloadException {
        if (format == WireFormat.XML) {
            return XmlApplicationsReader.read(new XmlCursor(body, offset, length));
        }
        try (JsonCursor cursor = new JsonCursor(body, offset, length)) {
            return JsonApplicationsReader.read(cursor);
        } catch (IOException e) {
            throw new MalformedPayloadException("malformed JSON");
        }
    }

    /** The same for a whole array. */
    public DecodedApplications decodeApplications(WireFormat format, byte[] body) throws MalformedPayloadException {
        return decodeApplications(format, body, 0, body.length);
    }

    /** One instance as a document of its own, always in full (contract §1.4). */
    public byte[] encodeInstance(WireFormat format, InstanceInfo instance) {
        Utf8Sink out = new Utf8Sink();
        writer(format).singleInstance(instance, out);
        return out.toByteArray();
    }

    /**
     * Everything before the first application.
     *
     * @param empty whether the registry has no application at all
     */
    public void writeDocumentStart(
            WireFormat format, WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out) {
        writer(format).documentStart(form, versionsDelta, appsHashCode, empty, out);
    }

    /** Everything after the last application. */
    public void writeDocumentEnd(
            WireFormat format, WireForm form, long versionsDelta, String appsHashCode, boolean empty, Utf8Sink out) {
        writer(format).documentEnd(form, versionsDelta, appsHashCode, empty, out);
    }

    /** The beginning of an application within a registry. */
    public void writeApplicationStart(WireFormat format, WireForm form, String name, Utf8Sink out) {
        writer(format).applicationStart(form, name, out);
    }

    /** The end of an application within a registry. */
    public void writeApplicationEnd(WireFormat format, WireForm form, Utf8Sink out) {
        writer(format).applicationEnd(form, out);
    }

    /** The beginning of a document of one application (contract §1.4, {@code apps/{app}}). */
    public void writeSingleApplicationStart(WireFormat format, WireForm form, String name, Utf8Sink out) {
        writer(format).singleApplicationStart(form, name, out);
    }

    /** The end of a document of one application. */
    public void writeSingleApplicationEnd(WireFormat format, WireForm form, Utf8Sink out) {
        writer(format).singleApplicationEnd(form, out);
    }

    /** One instance as a part of an application, in either kind of document. */
    public void writeInstance(WireFormat format, WireForm form, InstanceInfo instance, Utf8Sink out) {
        writer(format).instance(form, instance, out);
    }

    /** What stands between two applications, and between two instances; may be empty. */
    public String separator(WireFormat format) {
        return writer(format).separator();
    }

    private DocumentWriter writer(WireFormat format) {
        return format == WireFormat.JSON ? json : xml;
    }
}
