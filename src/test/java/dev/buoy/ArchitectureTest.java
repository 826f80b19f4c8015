package dev.buoy;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Imports between rooms point one way, and only one room reads the system's clock. */
class ArchitectureTest {
    private static final JavaClasses BUOY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.buoy");

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "text, ''",
        "model, ''",
        "config, ''",
        "audit, ''",
        "changelog, model",
        "registry, model config changelog",
        "wire, model changelog",
        "cache, model config changelog registry wire",
        "peer, model config changelog registry wire",
        "metrics, model config changelog registry",
        "actuator, config metrics",
        "persistence, model config changelog registry wire",
        "security, config text audit",
        "web, model config changelog registry wire cache peer metrics security",
        "dashboard, model config audit changelog registry peer web"
    })
    void roomImportsOnly(String room, String others) {
        String[] allowed = Stream.of((room + " text " + others).trim().split(" "))
                .map(name -> "dev.buoy." + name + "..")
                .toArray(String[]::new);
        noClasses()
                .that(resideInAPackage("dev.buoy." + room + ".."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.buoy..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(true)
                .check(BUOY);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"text", "model", "changelog", "registry"})
    void theProductKnowsNoFramework(String room) {
        noClasses()
                .that(resideInAPackage("dev.buoy." + room + ".."))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.quarkus..", "io.vertx..", "jakarta.ws.rs..", "com.fasterxml..", "io.micrometer..")
                .check(BUOY);
    }

    @Test
    void onlyRuntimeReadsTheSystemClock() {
        noClasses()
                .that(not(resideInAPackage("dev.buoy.runtime..")))
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(BUOY);
    }
}
