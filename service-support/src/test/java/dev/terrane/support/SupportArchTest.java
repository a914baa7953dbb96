package dev.terrane.support;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class SupportArchTest {
    private static final String ROOT = "dev.terrane.support";
    private static final int CLASSES_MIN = 40;

    @Test
    void packagesAreFreeOfCycles() {
        JavaClasses classes = CoreRules.mainClasses(ROOT);
        CoreRules.requireEnough(classes, CLASSES_MIN);
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlyTheStoreKnowsDatabases() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..",
                        "javax.sql..",
                        "org.sqlite..",
                        "org.flywaydb..",
                        "org.springframework.jdbc..",
                        "org.springframework.data..")
                .check(CoreRules.mainClasses(ROOT));
    }

    @Test
    void storeAndConfigurationDoNotKnowTheWeb() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".store..", ROOT + ".config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.servlet..", "org.springframework.web..")
                .check(CoreRules.mainClasses(ROOT));
    }

    @Test
    void nothingIsInjectedOrTransactionalBehindTheCode() {
        CoreRules.checkNoHiddenSpring(ROOT, CLASSES_MIN);
    }

    @Test
    void nothingThrowsGenericFailures() {
        CoreRules.checkNoGenericFailures(ROOT, CLASSES_MIN);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames(ROOT, 10);
    }
}
