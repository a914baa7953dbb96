package dev.terrane.schema;

import dev.terrane.testing.CoreRules;
import dev.terrane.testing.ServiceRules;
import org.junit.jupiter.api.Test;

class SchemaServiceArchTest {
    @Test
    void theServiceKeepsItsWalls() {
        ServiceRules.check("dev.terrane.schema", 25);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames("dev.terrane.schema", 5);
    }
}
