package dev.buoy.web;

import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/**
 * Which representation a client gets (contract §2). One decision for the label and the body: the type of the greater
 * quality, of equal ones the more precisely named, else XML, which is also what those get who do not ask.
 */
final class Negotiation {
    static final CharSequence X_EUREKA_ACCEPT = AsciiString.cached("x-eureka-accept");

    private Negotiation() {}

    /** The format to answer in; null when the client takes neither. */
    static WireFormat format(MultiMap headers) {
        String accept = combined(headers, HttpHeaders.ACCEPT);
        if (accept == null) {
            return WireFormat.XML;
        }
        return switch (accept) {
            case "", "*/*", "application/xml" -> WireFormat.XML;
            case "application/json" -> WireFormat.JSON;
            default -> byQuality(accept);
        };
    }

    /** The format to answer in, when there must be an answer with a body whatever the client takes. */
    static WireFormat formatOrXml(MultiMap headers) {
        WireFormat format = format(headers);
        return format == null ? WireFormat.XML : format;
    }

    private static WireFormat byQuality(String accept) {
        Preference json = Preference.of("json", accept);
        Preference xml = Preference.of("xml", accept);
        if (json.quality == 0 && xml.quality == 0) {
            return null;
        }
        if (json.quality != xml.quality) {
            return json.quality > xml.quality ? WireFormat.JSON : WireFormat.XML;
        }
        return json.precision > xml.precision ? WireFormat.JSON : WireFormat.XML;
    }

    /** The format of a refusal: what the client names in {@code Accept}, or else what it sent (D-6). */
    static WireFormat refusalFormat(MultiMap headers) {
        String accept = headers.get(HttpHeaders.ACCEPT);
        if (accept != null && (accept.contains("application/json") || accept.contains("application/xml"))) {
            return formatOrXml(headers);
        }
        String sent = headers.get(HttpHeaders.CONTENT_TYPE);
        return sent != null && sent.startsWith("application/xml") ? WireFormat.XML : WireFormat.JSON;
    }

    /** The format that the client says its body has; null when it is none that we read (contract §1.5). */
    static WireFormat contentFormat(MultiMap headers) {
        String type = headers.get(HttpHeaders.CONTENT_TYPE);
        if (type == null) {
            return null;
        }
        if (type.equals("application/json")) {
            return WireFormat.JSON;
        }
        String[] parts = type.toLowerCase(Locale.ROOT).split(";");
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].trim();
            if (parameter.startsWith("charset=") && !isReadableCharset(parameter.substring("charset=".length()))) {
                return null;
            }
        }
        return switch (parts.length == 0 ? "" : parts[0].trim()) {
            case "application/json" -> WireFormat.JSON;
            case "application/xml" -> WireFormat.XML;
            default -> null;
        };
    }

    private static boolean isReadableCharset(String name) {
        return switch (name.replace("\"", "").trim()) {
            case "utf-8", "utf8", "iso-8859-1", "us-ascii" -> true;
            default -> false;
        };
    }

    /** Whether the full or the compact form is wanted (contract §2.3). */
    static WireForm form(MultiMap headers) {
        return "compact".equalsIgnoreCase(headers.get(X_EUREKA_ACCEPT)) ? WireForm.COMPACT : WireForm.FULL;
    }

    /** Whether the client takes gzip; {@code q=0} refuses it (D-10). */
    static boolean gzip(MultiMap headers) {
        String encodings = combined(headers, HttpHeaders.ACCEPT_ENCODING);
        if (encodings == null) {
            return false;
        }
        if (encodings.equals("gzip")) {
            return true;
        }
        double any = 0;
        for (String encoding : encodings.split(",")) {
            String[] parts = encoding.split(";");
            switch (parts.length == 0 ? "" : parts[0].trim().toLowerCase(Locale.ROOT)) {
                case "gzip", "x-gzip" -> {
                    return quality(parts) > 0;
                }
                case "*" -> any = quality(parts);
                default -> {} // neither here nor there
            }
        }
        return any > 0;
    }

    /** A header that may stand on several lines, as one; null when it is not there. */
    private static String combined(MultiMap headers, CharSequence name) {
        String value = headers.get(name);
        if (value == null) {
            return null;
        }
        List<String> lines = headers.getAll(name);
        return lines.size() == 1 ? value : String.join(",", lines);
    }

    /** The {@code q} among the parameters of a media type or encoding, which start at index 1; 1 when there is none. */
    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].trim();
            if (parameter.length() > 2 && (parameter.charAt(0) | 0x20) == 'q' && parameter.charAt(1) == '=') {
                try {
                    double quality = Double.parseDouble(parameter.substring(2).trim());
                    return quality >= 0 && quality <= 1 ? quality : 1;
                } catch (NumberFormatException e) {
                    return 1;
                }
            }
        }
        return 1;
    }

    /**
     * How much a client likes one of the two types.
     *
     * @param quality   0 to 1; 0 when it does not take it
     * @param precision 2 for the type itself, 1 for a range such as {@code application/*}, 0 for anything
     */
    private record Preference(double quality, int precision) {
        static Preference of(String subtype, String accept) {
            Preference best = new Preference(0, -1);
            for (String range : accept.split(",")) {
                String[] parts = range.split(";");
                int precision =
                        parts.length == 0 ? -1 : precision(parts[0].trim().toLowerCase(Locale.ROOT), subtype);
                // The most precise range decides, whatever its quality: "*/*, application/json;q=0" refuses JSON.
                if (precision > best.precision) {
                    best = new Preference(Negotiation.quality(parts), precision);
                }
            }
            return best;
        }

        private static int precision(String range, String subtype) {
            return switch (range) {
                case "*/*", "*" -> 0;
                case "application/*" -> 1;
                default -> range.equals("application/" + subtype) || range.equals("*/" + subtype) ? 2 : -1;
            };
        }
    }
}
