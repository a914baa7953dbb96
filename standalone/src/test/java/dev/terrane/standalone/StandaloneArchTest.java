package dev.terrane.standalone;

import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class StandaloneArchTest {
    @Test
    void nothingThrowsGenericFailures() {
        CoreRules.checkNoGenericFailures("dev.terrane.standalone", 6);
    }

    @Test
    void testsAreNamedByFixture() {
        CoreRules.checkTestNames("dev.terrane.standalone", 3);
    }
}
