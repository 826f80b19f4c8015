package dev.buoy.web;

/** Text as the content of an XML element. */
final class XmlEscapes {
    private XmlEscapes() {}

    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                // XML has no way to write other control characters.
                default -> escaped.append(c < ' ' || c == 0xfffe || c == 0xffff ? '?' : c);
            }
        }
        return escaped.toString();
    }
}
