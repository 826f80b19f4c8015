package dev.buoy.config;

import java.util.Locale;
import org.eclipse.microprofile.config.spi.Converter;

/** A yes or no as Spring reads it; anything else is refused, where the usual converter would take a typing error for a no. */
public final class StrictBoolean implements Converter<Boolean> {
    private static final long serialVersionUID = 1;

    /** The value of {@code true}, {@code yes}, {@code on}, {@code 1} and their opposites, in any case. */
    @Override
    public Boolean convert(String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw new IllegalArgumentException("expected true or false, got \"" + value + "\"");
        };
    }
}
