package dev.buoy.config;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.Priorities;
import jakarta.annotation.Priority;
import java.util.Iterator;

/**
 * Finds settings of {@code eureka.*} and {@code buoy.*} under every spelling that Spring accepts: dashes, underscores and case
 * do not count (contract §12). Of several spellings, the source that usually wins does so.
 *
 * <p>Runs outside the choice of a profile, so that names come without one, and inside expressions, so that
 * <code>${eureka.…}</code> is loose too. A setting that is there but empty counts as not set.
 */
@Priority(Priorities.LIBRARY + 280)
public final class LooseNamesInterceptor implements ConfigSourceInterceptor {
    private static final long serialVersionUID = 1;

    private transient volatile Spellings spellings;

    @Override
    public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
        if (!LooseName.isOurs(name) || LooseName.isInEnvironment(name)) {
            return context.proceed(name);
        }
        var spellings = spellings(context);
        boolean mayBeEmpty = spellings.isBelowMap(name);
        ConfigValue best = null;
        for (String spelling : spellings.of(name)) {
            var value = context.proceed(spelling);
            if (value != null && (mayBeEmpty || !isEmpty(value)) && outranks(value, best)) {
                best = value;
            }
        }
        return best != null ? best.withName(name) : defaultValue(spellings.known(), name);
    }

    private static boolean isEmpty(ConfigValue value) {
        return value.getValue() == null || value.getValue().isBlank();
    }

    private static boolean outranks(ConfigValue value, ConfigValue best) {
        return best == null || value.getConfigSourceOrdinal() > best.getConfigSourceOrdinal();
    }

    /** The default is behind the empty value of the same name, where the chain does not reach it. */
    private static ConfigValue defaultValue(KnownKeys known, String name) {
        return known.find(name)
                .flatMap(KnownKeys.Key::defaultValue)
                .map(value -> ConfigValue.builder()
                        .withName(name)
                        .withValue(value)
                        .withRawValue(value)
                        .withConfigSourceName("default values")
                        .withConfigSourceOrdinal(Integer.MIN_VALUE)
                        .build())
                .orElse(null);
    }

    @Override
    public Iterator<String> iterateNames(ConfigSourceInterceptorContext context) {
        return Spellings.among(context).names();
    }

    /** Sources are complete only in the last chain that is built, and each chain has a context of its own. */
    private Spellings spellings(ConfigSourceInterceptorContext context) {
        var current = spellings;
        if (current == null || !current.isOf(context)) {
            current = Spellings.among(context);
            spellings = current;
        }
        return current;
    }
}
