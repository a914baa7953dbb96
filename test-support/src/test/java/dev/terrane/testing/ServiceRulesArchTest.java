package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

class ServiceRulesArchTest {
    private static final String ROOT = "dev.terrane.testing.brokenservice";
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(ROOT);

    private static void refuses(ArchRule rule, String named) {
        assertThatThrownBy(() -> rule.check(BROKEN))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(named);
    }

    @Test
    void eachRuleSeesItsBreach() {
        refuses(ServiceRules.hasNoCycles(ROOT), "Cycle detected");
        refuses(ServiceRules.keepsInnersToTheirFeature(ROOT), "Beta.store()");
        refuses(ServiceRules.keepsTypesInTheirPlace(), "Beta.sql()");
    }
}
