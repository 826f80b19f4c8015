package dev.buoy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.beans.XMLDecoder;
import java.io.ObjectInputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What others have been attacked through is not here. */
class SupplyChainTest {
    @Test
    void noSerialisedObjectsAreRead() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInputStream.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(XMLDecoder.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.rmi..", "javax.naming..", "javax.script..")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.buoy"));
    }

    @Test
    void noXStreamIsOnTheClassPath() {
        assertThat(Arrays.asList(System.getProperty("java.class.path").split(System.getProperty("path.separator"))))
                .isNotEmpty()
                .noneMatch(jar -> jar.contains("xstream"));
    }
}
