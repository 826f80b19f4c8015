package dev.buoy.wire;

import java.io.CharArrayReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A place in an XML text. Methods that read an element expect the cursor on its start tag and leave it on its end tag.
 *
 * <p>No entity but the five of XML itself is known, and a document type is refused at its sight, so nothing is ever
 * expanded or fetched (contract §4.3).
 */
final class XmlCursor {
    private final XMLStreamReader reader;
    private int depth;

    XmlCursor(byte[] body, int offset, int length) throws MalformedPayloadException {
        try {
            // A factory of its own: the JDK's keeps the last reader it made, and with it the body.
            reader = factory().createXMLStreamReader(characters(body, offset, length));
        } catch (XMLStreamException | RuntimeException e) {
            throw new MalformedPayloadException("malformed XML");
        }
    }

    // Always UTF-8, whatever the document says of itself. The JDK's parser would print a line to the console for each
    // body
    // whose bytes are wrong.
    private static Reader characters(byte[] body, int offset, int length) throws MalformedPayloadException {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body, offset, length));
            while (text.hasRemaining() && isIgnored(text.get(text.position()))) {
                text.get();
            }
            return new CharArrayReader(text.array(), text.arrayOffset() + text.position(), text.remaining());
        } catch (CharacterCodingException e) {
            throw new MalformedPayloadException("malformed UTF-8");
        }
    }

    // What may stand before the document, although XML wants its declaration first.
    private static boolean isIgnored(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\uFEFF';
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("external entities are refused");
        });
        // No entity can be declared here, but from Java 24 on even &amp; counts as one, and 100,000 characters would be
        // too many.
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 0);
        factory.setProperty("jdk.xml.totalEntitySizeLimit", 0);
        // Metadata keys are element names, and may have a colon that means no namespace.
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        return factory;
    }

    /** Moves on to the root element. */
    void enterRoot(String name) throws MalformedPayloadException {
        int event = next();
        while (event != XMLStreamConstants.START_ELEMENT) {
            event = next();
        }
        if (!name().equals(name)) {
            throw new MalformedPayloadException("expected the root element " + name);
        }
    }

    /** Fails if anything but comments and white space follows the root element. */
    void leaveRoot() throws MalformedPayloadException {
        int event = next();
        while (event != XMLStreamConstants.END_DOCUMENT) {
            event = next();
        }
    }

    /** In an element: moves on to its next child, past any text; false at the element's end. */
    boolean nextChild() throws MalformedPayloadException {
        while (true) {
            int event = next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                return false;
            }
        }
    }

    String name() {
        return reader.getLocalName();
    }

    /** The value of an attribute of the start tag here, or {@code null}. */
    String attribute(String name) {
        return reader.getAttributeValue(null, name);
    }

    /** The element's own text; elements within it are passed over. */
    String text() throws MalformedPayloadException {
        String first = "";
        StringBuilder more = null;
        for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                skip();
            } else if (event == XMLStreamConstants.CHARACTERS
                    || event == XMLStreamConstants.CDATA
                    || event == XMLStreamConstants.SPACE) {
                String part = reader.getText();
                if (first.isEmpty()) {
                    first = part;
                } else {
                    more = more == null ? new StringBuilder(first) : more;
                    more.append(part);
                }
            }
        }
        return more == null ? first : more.toString();
    }

    String trimmed() throws MalformedPayloadException {
        return text().trim();
    }

    String upperCase() throws MalformedPayloadException {
        return text().toUpperCase(Locale.ROOT);
    }

    void skip() throws MalformedPayloadException {
        skipBackTo(depth - 1);
    }

    /** How many elements are open. */
    int depth() {
        return depth;
    }

    /** Goes on until no more than this many elements are open. */
    void skipBackTo(int open) throws MalformedPayloadException {
        while (depth > open) {
            next();
        }
    }

    private int next() throws MalformedPayloadException {
        int event;
        try {
            event = reader.next();
        } catch (XMLStreamException | RuntimeException e) {
            // The JDK's parser reports some faults of the text by unchecked exceptions.
            throw new MalformedPayloadException(
                    "malformed XML at line " + Math.max(1, reader.getLocation().getLineNumber()));
        }
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                if (++depth > JsonCursor.DEEPEST) {
                    throw new MalformedPayloadException("elements are nested too deep");
                }
            }
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.DTD -> throw new MalformedPayloadException("a document type is not allowed");
            case XMLStreamConstants.ENTITY_REFERENCE -> throw new MalformedPayloadException("unknown XML entity");
            default -> {
                // text, comments, instructions
            }
        }
        return event;
    }
}
