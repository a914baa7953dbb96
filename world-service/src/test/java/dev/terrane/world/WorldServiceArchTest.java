package dev.terrane.world;

import dev.terrane.testing.CoreRules;
import dev.terrane.testing.ServiceRules;
import org.junit.jupiter.api.Test;

class WorldServiceArchTest {
    @Test
    void theServiceKeepsItsWalls() {
        ServiceRules.check("dev.terrane.world", 50);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames("dev.terrane.world", 5);
    }
}
