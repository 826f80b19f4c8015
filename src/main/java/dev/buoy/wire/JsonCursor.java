package dev.buoy.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.buoy.model.InstanceStatus;
import java.io.IOException;
import java.util.Locale;

/**
 * A place in a JSON text, and values read there as leniently as the contract §3.6 wants. Methods that read a value expect
 * the cursor on its first token and leave it on its last.
 *
 * <p>Text that is no JSON shows as an {@link IOException}, values of the wrong kind as a {@link MalformedPayloadException};
 * after the latter the rest can still be read.
 */
final class JsonCursor implements AutoCloseable {
    /** Objects and arrays within each other; an instance needs four levels. */
    static final int DEEPEST = 64;

    // Names are not interned: they may be anybody's metadata keys, and would stay forever. Bodies are limited before
    // they
    // come here, so texts need no limit of their own.
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonParser parser;

    JsonCursor(byte[] body, int offset, int length) throws IOException {
        parser = FACTORY.createParser(body, offset, length);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }

    /** What to say of text that is no JSON. */
    MalformedPayloadException syntaxFault() {
        return new MalformedPayloadException(
                "malformed JSON at byte " + parser.currentLocation().getByteOffset());
    }

    /** Moves on to the value that a root object has under its only name; fails if this is not how the text is built. */
    void enterRoot(String name) throws IOException, MalformedPayloadException {
        if (parser.nextToken() != JsonToken.START_OBJECT || !name.equals(parser.nextFieldName())) {
            throw new MalformedPayloadException("expected an object with the member " + name);
        }
        parser.nextToken();
    }

    /** Fails unless the root object ends here. What follows it is ignored (contract §3.6). */
    void leaveRoot() throws IOException, MalformedPayloadException {
        if (parser.nextToken() != JsonToken.END_OBJECT) {
            throw new MalformedPayloadException("expected the end of the root object");
        }
    }

    /** Moves on to the next token; {@code null} at the end of the text. */
    JsonToken next() throws IOException {
        return parser.nextToken();
    }

    JsonToken token() {
        return parser.currentToken();
    }

    /** In an object: moves on to the value of the next member and returns its name, or {@code null} at the object's end. */
    String nextMember() throws IOException, MalformedPayloadException {
        String name = parser.nextFieldName();
        if (name == null) {
            if (parser.currentToken() != JsonToken.END_OBJECT) {
                throw syntaxFault();
            }
            return null;
        }
        parser.nextToken();
        return name;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    boolean isArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    /** Skips the value here, whatever it is. */
    void skip() throws IOException {
        parser.skipChildren();
    }

    /** The object or array that the value here stands in. */
    JsonStreamContext around() {
        JsonStreamContext here = parser.getParsingContext();
        return isObject() || isArray() ? here.getParent() : here;
    }

    /** Goes on until the cursor is directly in this object or array again, after reading failed somewhere within. */
    void skipBackTo(JsonStreamContext place) throws IOException {
        while (parser.getParsingContext() != place) {
            if (parser.nextToken() == null) {
                return;
            }
        }
    }

    /** Text as it is, numbers and booleans as they are spelt, {@code null} for null. */
    String text(String what) throws IOException, MalformedPayloadException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == null || !token.isScalarValue()) {
            throw new MalformedPayloadException(what + " must be text");
        }
        return parser.getText();
    }

    /** The text of the string here. */
    String textHere() throws IOException {
        return parser.getText();
    }

    String upperCase(String what) throws IOException, MalformedPayloadException {
        String text = text(what);
        return text == null ? null : text.toUpperCase(Locale.ROOT);
    }

    /** A whole number, also as text; {@code absent} for null, {@code unreadable} for any other text. */
    long number(String what, long absent, long unreadable) throws IOException, MalformedPayloadException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            JsonParser.NumberType type = parser.getNumberType();
            return type == JsonParser.NumberType.BIG_INTEGER ? unreadable : parser.getLongValue();
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
            double value = parser.getDoubleValue();
            return value == Math.rint(value) ? (long) value : unreadable;
        }
        String text = text(what);
        return text == null ? absent : Numbers.parse(text, unreadable);
    }

    /** A boolean, also as text. */
    boolean bool(String what, boolean absent) throws IOException, MalformedPayloadException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE;
        }
        String text = text(what);
        return text == null ? absent : Boolean.parseBoolean(text);
    }

    /** A status, matched exactly; UNKNOWN for what is none (trap T-09). */
    InstanceStatus status(String what, InstanceStatus absent) throws IOException, MalformedPayloadException {
        String text = text(what);
        return text == null ? absent : InstanceStatus.named(text).orElse(InstanceStatus.UNKNOWN);
    }
}
