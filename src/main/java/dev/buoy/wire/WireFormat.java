package dev.buoy.wire;

/** In which of its two syntaxes a document is written (contract §2.1). */
public enum WireFormat {
    JSON("application/json"),
    XML("application/xml");

    private final String mediaType;

    WireFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The media type that labels a document of this format; always UTF-8. */
    public String mediaType() {
        return mediaType;
    }
}
