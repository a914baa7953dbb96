package dev.terrane.core.chunk;

import dev.terrane.testing.CoreRules;
import org.junit.jupiter.api.Test;

class ChunkArchTest {

    @Test
    void theCoreKeepsItsWalls() {
        CoreRules.checkCore(
                "dev.terrane.core.chunk",
                40,
                "tools.jackson..",
                "com.github.luben.zstd..",
                "org.erdtman.jcs..",
                "javax.xml.stream..");
    }

    @Test
    void testsAreNamedByTheirFixture() {
        CoreRules.checkTestNames("dev.terrane.core.chunk", 4);
    }
}
