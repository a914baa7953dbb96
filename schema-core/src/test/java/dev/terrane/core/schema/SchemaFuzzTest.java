package dev.terrane.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.terrane.testing.FuzzSeeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Any bytes are refused, with 1 to 100 mistakes that each have a place, or are a document whose
 * export reads to the same document and exports to the same bytes.
 */
class SchemaFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void documents(byte[] data) {
        switch (SchemaReader.read(data)) {
            case SchemaResult.Rejected(List<SchemaProblem> problems) -> {
                assertThat(problems.size()).isBetween(1, 100);
                for (SchemaProblem problem : problems) {
                    assertThat(problem.position().line()).isPositive();
                    assertThat(problem.position().column()).isPositive();
                    assertThat(problem.pointer()).isNotNull();
                }
            }
            case SchemaResult.Ok(SchemaDocument document) -> {
                byte[] export = SchemaWriter.write(document);
                assertThat(SchemaReader.read(export)).isEqualTo(new SchemaResult.Ok(document));
                assertThat(SchemaHash.ofWire(document)).isNotNull();
            }
        }
    }

    @Test
    void seedsAreTheFixtures() throws IOException {
        Map<String, byte[]> seeds = new TreeMap<>();
        seeds.put("example", bytes(Fixtures.EXAMPLE));
        seeds.put("all-types", bytes(Fixtures.ALL_TYPES));
        seeds.put(
                "mistakes",
                bytes(
                        """
                        {"format": "ark.entity-schema", "version": 2, "version": 1, "x": [],
                         "classes": [{"name": "", "fields": [{"name": "a", "index": 0,
                         "type": "vector3d", "mask": ["save", "save"]}], "tables": 7,
                         "containers": [{"name": "b", "index": 1e9, "class": "C"}]}],
                         "configs": [{"class": "C", "rows": [{"id": -1}]}]}
                        """));
        FuzzSeeds.check(SchemaFuzzTest.class, "documents", seeds);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
