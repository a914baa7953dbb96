package dev.terrane.core.session;

import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class SessionCoreArchTest {
    private static final String ROOT = "dev.terrane.core.session";

    @Test
    void theCoreKeepsTheRulesOfCores() {
        CoreRules.checkCore(ROOT, 60);
    }

    @Test
    void packagesAreFreeOfCycles() {
        SlicesRuleDefinition.slices()
                .matching(ROOT + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(CoreRules.mainClasses(ROOT));
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames(ROOT, 8);
    }
}
