package dev.terrane.session;

import dev.terrane.testing.CoreRules;
import dev.terrane.testing.ServiceRules;
import org.junit.jupiter.api.Test;

class SessionArchTest {
    @Test
    void theServiceKeepsTheRulesOfServices() {
        ServiceRules.check("dev.terrane.session", 40);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames("dev.terrane.session", 2);
    }
}
