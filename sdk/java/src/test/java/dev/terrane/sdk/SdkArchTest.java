package dev.terrane.sdk;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class SdkArchTest {
    @Test
    void theSdkKnowsNoServiceAndNoSpring() {
        CoreRules.checkNoGenericFailures("dev.terrane.sdk", 30);
        CoreRules.checkTestNames("dev.terrane.sdk", 2);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..", "dev.terrane.support..", "dev.terrane.gateway..")
                .check(CoreRules.mainClasses("dev.terrane.sdk"));
    }
}
