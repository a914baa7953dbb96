package dev.terrane.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class CliArchTest {
    private static final String ROOT = "dev.terrane.cli";

    @Test
    void commandsKnowNeitherSpringNorAnyService() {
        JavaClasses classes = CoreRules.mainClasses(ROOT);
        CoreRules.requireEnough(classes, 25);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..",
                        "dev.terrane.support..",
                        "dev.terrane.schema..",
                        "dev.terrane.world..",
                        "dev.terrane.session..",
                        "dev.terrane.gateway..",
                        "dev.terrane.standalone..")
                .because("services are started through ServiceRunner only")
                .check(classes);
    }

    @Test
    void nothingThrowsGenericFailures() {
        CoreRules.checkNoGenericFailures(ROOT, 25);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames(ROOT, 5);
    }
}
