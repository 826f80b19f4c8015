package dev.buoy.config;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * A list of names that may be there and yet be empty, which an ordinary list of settings cannot.
 *
 * @param all the names, as written
 */
public record Names(Set<String> all) {
    public Names {
        all = Set.copyOf(all);
    }

    /** Reads names separated by commas. */
    public static final class AsSetting implements Converter<Names> {
        private static final long serialVersionUID = 1;

        @Override
        public Names convert(String value) {
            return new Names(Arrays.stream(value.split(","))
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.toSet()));
        }
    }
}
