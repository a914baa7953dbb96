package dev.terrane.core.entity;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class EntityArchTest {
    private static final String ROOT = "dev.terrane.core.entity";

    @Test
    void theCoreDependsOnNothingButItsLibraries() {
        CoreRules.checkCore(
                ROOT,
                60,
                "dev.terrane.core.schema..",
                "dev.terrane.proto.entity..",
                "com.google.protobuf..");
        CoreRules.checkTestNames(ROOT, 5);
    }

    @Test
    void generatedTypesStayInTheCodec() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..canonical..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.protobuf..", "dev.terrane.proto..")
                .check(CoreRules.mainClasses(ROOT));
    }

    @Test
    void packagesAreFreeOfCycles() {
        SlicesRuleDefinition.slices()
                .matching("dev.terrane.core.(**)")
                .should()
                .beFreeOfCycles()
                .check(CoreRules.mainClasses(ROOT));
    }
}
