package dev.terrane.gateway;

import dev.terrane.testing.CoreRules;
import dev.terrane.testing.ServiceRules;
import org.junit.jupiter.api.Test;

class GatewayArchTest {
    @Test
    void theServiceKeepsItsWalls() {
        ServiceRules.check("dev.terrane.gateway", 60);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames("dev.terrane.gateway", 5);
    }
}
