package dev.buoy.config;

import dev.buoy.text.Printable;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.logging.Logger;

/**
 * {@code eureka.client.*} as the files of settings say it at present, so that the list of servers can change without a
 * restart. Variables and options of the process cannot change, and go on outranking files as they did at start.
 */
@Singleton
public final class ClientSettings {
    private static final Logger LOG = Logger.getLogger(ClientSettings.class);
    private static final Pattern OF_A_FILE = Pattern.compile(".*\\[source=(file:.+)]");

    private final SmallRyeConfig config;
    private EurekaClientConfig current;
    private Map<Path, String> contents;

    public ClientSettings(Config config, EurekaClientConfig atStart) {
        this.config = config.unwrap(SmallRyeConfig.class);
        this.current = atStart;
        this.contents = contents();
    }

    /** The settings now. Files are read, and only when one has changed is the rest done; a change that is no good changes nothing. */
    public synchronized EurekaClientConfig current() {
        Map<Path, String> now = contents();
        if (!now.equals(contents)) {
            contents = now;
            try {
                current = read();
            } catch (IOException | RuntimeException e) {
                LOG.warnf(
                        "Changed settings of eureka.client are not taken over: %s",
                        Printable.of(String.valueOf(e.getMessage())));
            }
        }
        return current;
    }

    private Map<Path, String> contents() {
        Map<Path, String> contents = new LinkedHashMap<>();
        for (ConfigSource source : config.getConfigSources()) {
            Path file = file(source);
            if (file != null) {
                contents.put(file, content(file));
            }
        }
        return contents;
    }

    // A file that is gone, or is just being replaced, says nothing.
    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private EurekaClientConfig read() throws IOException {
        List<ConfigSource> sources = new ArrayList<>();
        for (ConfigSource source : config.getConfigSources()) {
            Path file = file(source);
            if (file == null) {
                sources.add(source);
            } else if (Files.exists(file)) {
                sources.add(again(file.toUri().toURL(), source.getOrdinal()));
            }
        }
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredInterceptors()
                .addDiscoveredConverters()
                .addDiscoveredSecretKeysHandlers()
                .withProfiles(config.getProfiles())
                .withSources(sources)
                .withMapping(EurekaClientConfig.class)
                .withValidateUnknown(false)
                .build()
                .getConfigMapping(EurekaClientConfig.class);
    }

    private static ConfigSource again(URL url, int ordinal) throws IOException {
        return new PropertiesConfigSource(url, ordinal);
    }

    private static Path file(ConfigSource source) {
        Matcher named = OF_A_FILE.matcher(source.getName());
        return source instanceof PropertiesConfigSource && named.matches() ? Path.of(URI.create(named.group(1))) : null;
    }
}
