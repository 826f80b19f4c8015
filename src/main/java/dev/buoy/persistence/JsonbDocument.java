package dev.buoy.persistence;

import dev.buoy.registry.LeaseState;
import dev.buoy.wire.MalformedPayloadException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@link LeaseDocument} as JSONB can hold it. JSONB knows no zero character, which clients may put into metadata; a document
 * with one is kept whole, encoded: {@code {"base64":"…"}}.
 */
final class JsonbDocument {
    private static final Pattern ENCODED = Pattern.compile("\\{\\s*\"base64\"\\s*:\\s*\"([A-Za-z0-9+/=]*)\"\\s*}");

    private final LeaseDocument documents;

    JsonbDocument(LeaseDocument documents) {
        this.documents = documents;
    }

    String encode(LeaseState lease) {
        byte[] document = documents.encode(lease);
        String text = new String(document, StandardCharsets.UTF_8);
        return text.contains("\\u0000")
                ? "{\"base64\":\"" + Base64.getEncoder().encodeToString(document) + "\"}"
                : text;
    }

    LeaseState decode(String text) throws MalformedPayloadException {
        Matcher encoded = ENCODED.matcher(text);
        byte[] document = encoded.matches()
                ? Base64.getDecoder().decode(encoded.group(1))
                : text.getBytes(StandardCharsets.UTF_8);
        return documents.decode(document, document.length);
    }
}
