package dev.terrane.core.schema;

import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class SchemaCoreArchTest {
    @Test
    void theCoreKeepsItsWalls() {
        CoreRules.checkCore("dev.terrane.core.schema", 30, "tools.jackson..");
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames("dev.terrane.core.schema", 5);
    }
}
