package dev.buoy.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientSettingsTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("application.properties");
        write("eureka.client.serviceUrl.defaultZone=http://a/eureka/");
    }

    @Test
    void aChangedFileIsReadAgainInEverySpelling() throws IOException {
        ClientSettings settings = settings(Map.of());
        assertThat(urls(settings)).containsExactly("http://a/eureka/");

        write("EUREKA.client.service-url.defaultZone=http://a/eureka/,http://b/eureka/");
        assertThat(urls(settings)).containsExactly("http://a/eureka/", "http://b/eureka/");
    }

    @Test
    void theSettingsStayTheSameObjectWhileNoFileChanges() {
        ClientSettings settings = settings(Map.of());

        assertThat(settings.current()).isSameAs(settings.current());
    }

    @Test
    void whatOutranksAFileGoesOnOutrankingIt() throws IOException {
        ClientSettings settings = settings(Map.of("eureka.client.service-url.defaultZone", "http://option/eureka/"));
        write("eureka.client.service-url.defaultZone=http://b/eureka/");

        assertThat(urls(settings)).containsExactly("http://option/eureka/");
    }

    @Test
    void aChangeThatIsNoGoodChangesNothing() throws IOException {
        ClientSettings settings = settings(Map.of());
        write("eureka.client.service-url.defaultZone=http://b/eureka/\neureka.client.enabled=perhaps");

        assertThat(urls(settings)).containsExactly("http://a/eureka/");
    }

    @Test
    void aProfileCountsAsItDidAtStart() throws IOException {
        ClientSettings settings = settings(Map.of());
        write("eureka.client.service-url.defaultZone=http://b/eureka/\n"
                + "%prod.eureka.client.service-url.defaultZone=http://prod/eureka/");

        assertThat(urls(settings)).containsExactly("http://prod/eureka/");
    }

    private void write(String content) throws IOException {
        Files.writeString(file, content);
    }

    private ClientSettings settings(Map<String, String> options) {
        try {
            SmallRyeConfig config = new SmallRyeConfigBuilder()
                    .addDefaultInterceptors()
                    .addDiscoveredInterceptors()
                    .addDiscoveredConverters()
                    .withProfiles(List.of("prod"))
                    .withSources(
                            new PropertiesConfigSource(file.toUri().toURL(), 260),
                            new PropertiesConfigSource(options, "options", 400))
                    .withMapping(EurekaClientConfig.class)
                    .withValidateUnknown(false)
                    .build();
            return new ClientSettings(config, config.getConfigMapping(EurekaClientConfig.class));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> urls(ClientSettings settings) {
        return settings.current().serviceUrl().get("defaultZone").items();
    }
}
