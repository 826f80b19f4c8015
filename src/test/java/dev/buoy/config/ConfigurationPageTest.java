package dev.buoy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} lists every key with its default, and no other. */
class ConfigurationPageTest {
    private static final String NO_DEFAULT = "–";

    private final KnownKeys known = new KnownKeys();

    @Test
    void thePageListsEveryKeyWithItsDefaultAndNoOther() throws IOException {
        var defaults = new TreeMap<String, String>();
        rows().forEach((key, row) -> defaults.put(key, row[2].replace("`", "").strip()));

        var expected = new TreeMap<String, String>();
        Stream.concat(known.single().stream(), known.maps().stream())
                .forEach(key -> expected.put(documented(key), key.defaultValue().orElse(NO_DEFAULT)));

        assertThat(defaults).isEqualTo(expected);
    }

    @Test
    void thePageSaysOfEveryKeyWithoutEffectThatItHasNone() throws IOException {
        var saidToHaveNone = new TreeSet<String>();
        rows().forEach((key, row) -> {
            if (row.length > 4 && row[4].strip().startsWith("No effect")) {
                saidToHaveNone.add(key.replaceFirst("\\.\\*$", ""));
            }
        });

        assertThat(saidToHaveNone).containsExactlyElementsOf(new TreeSet<>(NoEffect.KEYS));
    }

    @Test
    void everyInterfaceOfSettingsIsKnown() {
        var interfaces = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.buoy").stream()
                        .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
                        .map(JavaClass::getName)
                        .toList();

        assertThat(KnownKeys.INTERFACES.stream().map(Class::getName)).containsExactlyInAnyOrderElementsOf(interfaces);
    }

    private static String documented(KnownKeys.Key key) {
        return key.map() ? key.name() + ".*" : key.name();
    }

    private static Map<String, String[]> rows() throws IOException {
        try (var lines = Files.lines(Path.of("docs/configuration.md"))) {
            return lines.filter(
                            line -> line.matches("\\| `(eureka|buoy|management\\.endpoints?|spring\\.security)\\..*"))
                    .map(line -> line.split("\\|"))
                    .collect(Collectors.toMap(row -> row[1].replace("`", "").strip(), row -> row));
        }
    }
}
