package dev.buoy.config;

import org.eclipse.microprofile.config.spi.Converter;

/** A text as it was written; the usual converter refuses an empty one. */
public final class PlainText implements Converter<String> {
    private static final long serialVersionUID = 1;

    @Override
    public String convert(String value) {
        return value;
    }
}
