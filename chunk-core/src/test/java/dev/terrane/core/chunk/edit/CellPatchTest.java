package dev.terrane.core.chunk.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellPatchTest {

    @Test
    void patchesOfCellsGiveWhatTheTreeGives() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                2_000,
                random -> {
                    Chunk chunk = Chunks.random(random);
                    JsonPatch patch = parsed(randomPatch(chunk, random));

                    Chunk found = CellPatch.find(chunk, patch, PatchLimits.DEFAULT);

                    PatchOutcome<Chunk> byTree =
                            ChunkEdits.applyByTree(
                                    chunk, patch, PatchLimits.DEFAULT, ChunkLimits.DEFAULT);
                    if (found == null) {
                        coverage.count("left to the tree");
                        return;
                    }
                    coverage.count("found");
                    assertThat(byTree).isEqualTo(new PatchOutcome.Done<>(found));
                    assertThat(AgpcCodec.encode(found))
                            .isEqualTo(
                                    AgpcCodec.encode(((PatchOutcome.Done<Chunk>) byTree).value()));
                });
        coverage.requireAtLeast(100, "found", "left to the tree");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'op':'replace','path':'/tiles/0/tiles/00','value':1}",
                "{'op':'replace','path':'/tiles/0/tiles/16','value':1}",
                "{'op':'replace','path':'/tiles/0/tiles/4294967296','value':1}",
                "{'op':'replace','path':'/tiles/0/tiles/-','value':1}",
                "{'op':'replace','path':'/tiles/0/tiles/','value':1}",
                "{'op':'replace','path':'/tiles/1/tiles/0','value':1}",
                "{'op':'replace','path':'/tiles/0/tiles/0','value':2}",
                "{'op':'replace','path':'/tiles/0/tiles/0','value':'1'}",
                "{'op':'replace','path':'/tiles/0/tiles/0','value':-1}",
                "{'op':'replace','path':'/tiles/0/palette/0','value':1}",
                "{'op':'add','path':'/tiles/0/tiles/0','value':1}",
                "{'op':'test','path':'/tiles/0/tiles/0','value':0}",
                "{'op':'replace','path':'/objects/0/tiles/0','value':1}",
                "{'op':'replace','path':'/flags/0/tiles/0','value':1}"
            })
    void whatIsNotPlainIsLeftToTheTree(String operation) {
        JsonPatch patch =
                parsed(
                        "[{'op':'replace','path':'/tiles/0/tiles/1','value':0},%s]"
                                .formatted(operation));

        assertThat(CellPatch.find(Chunks.small(), patch, PatchLimits.DEFAULT)).isNull();
    }

    private static String randomPatch(Chunk chunk, SeededRandom random) {
        List<String> operations = new ArrayList<>();
        for (int i = random.between(1, 6); i > 0; i--) {
            int number = random.nextInt(Math.max(1, chunk.layers().size()));
            int cell = random.nextInt(chunk.grid().size().cells());
            int id =
                    chunk.layers().isEmpty() || random.nextInt(12) == 0
                            ? random.nextInt(20)
                            : known(chunk.layers().get(number), random);
            operations.add(
                    "{'op':'replace','path':'/tiles/%d/tiles/%d','value':%d}"
                            .formatted(number, cell, id));
        }
        return "[" + String.join(",", operations) + "]";
    }

    private static int known(TileLayer layer, SeededRandom random) {
        return layer.palette().get(random.nextInt(layer.palette().size())).id();
    }

    private static JsonPatch parsed(String patch) {
        return ((PatchOutcome.Done<JsonPatch>)
                        JsonPatch.parse(patch.replace('\'', '"'), PatchLimits.DEFAULT))
                .value();
    }
}
