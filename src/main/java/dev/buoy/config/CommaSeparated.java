package dev.buoy.config;

import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * A list that may be set and yet be empty, which an ordinary list of settings cannot.
 *
 * @param items what stood between the commas, in order, without blanks around it
 */
public record CommaSeparated(List<String> items) {
    public CommaSeparated {
        items = List.copyOf(items);
    }

    /** Reads such a list; an empty text is an empty list. */
    public static final class AsSetting implements Converter<CommaSeparated> {
        private static final long serialVersionUID = 1;

        @Override
        public CommaSeparated convert(String value) {
            return new CommaSeparated(Arrays.stream(value.split(","))
                    .map(String::strip)
                    .filter(item -> !item.isEmpty())
                    .toList());
        }
    }
}
