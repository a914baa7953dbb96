package dev.terrane.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "w:r:0:0",
                "w:r:0:0:0:0",
                "w:r:+1:0:0",
                "w:r:-0:0:0",
                "w:r:01:0:0",
                "w:r:2147483648:0:0",
                "w:r::0:0",
                "w r:r:0:0:0",
                "w:r:-:0:0",
                ":r:0:0:0"
            })
    void keysThatAreNotCanonicalAreRefused(String text) {
        assertThat(ChunkKey.find(text)).isEmpty();
    }

    @Test
    void keysReadBackAsTheyPrint() {
        ChunkKey key = ChunkKey.of("w_0001", "r_0001", 12, -4, Integer.MIN_VALUE);

        assertThat(key).hasToString("w_0001:r_0001:12:-4:-2147483648");
        assertThat(ChunkKey.find(key.toString())).contains(key);
        assertThat(ChunkKey.findCoord("12,-4,0")).contains(new ChunkCoord(12, -4, 0));
    }

    @Test
    void theChunkOfAPointIsItsFloor() {
        assertThat(ChunkGrid.DEFAULT.findCoord(38.5, 13.5, 0)).contains(new ChunkCoord(1, 0, 0));
        assertThat(ChunkGrid.DEFAULT.findCoord(-0.001, -32, 0)).contains(new ChunkCoord(-1, -1, 0));
    }

    @Test
    void boundsExistOnlyWhereFloat32IsExact() {
        assertThat(ChunkGrid.DEFAULT.findBounds(new ChunkCoord(524_287, 0, 0))).isPresent();
        assertThat(
                        new ChunkGrid(new ChunkSize(3, 1, 1), ChunkGrid.Origin.ZERO)
                                .findBounds(new ChunkCoord(524_287 * 16 + 1, 0, 0)))
                .isEmpty();
        assertThat(ChunkGrid.DEFAULT.findBounds(new ChunkCoord(0, 0, 1))).isEmpty();
    }

    @Test
    void minusZeroIsSettledAndNonFiniteRefused() {
        assertThat(Float.floatToRawIntBits(new Transform.Vector(-0.0f, 1, 1).x())).isZero();
        assertThatThrownBy(() -> new Transform.Vector(Float.NaN, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLayerHoldsOnlyTilesOfItsPalette() {
        ChunkSize size = new ChunkSize(2, 1, 1);
        List<TileDef> palette = List.of(TileDef.AIR);

        assertThatThrownBy(() -> new TileLayer("l", 0, size, palette, TileGrid.of(0, 1)))
                .hasMessageContaining("cell 1 holds 1");
        assertThatThrownBy(() -> new TileLayer("l", 0, size, List.of(), TileGrid.of(0, 0)))
                .hasMessageContaining("entry 0");
        assertThatThrownBy(() -> new TileLayer("l", 0, size, palette, TileGrid.of(0)))
                .hasMessageContaining("1 cells, not 2");
    }

    @Test
    void reservedTileFlagsAreRefused() {
        assertThat(TileDef.fault(1, "a", false, 1 << 3, 1)).contains("reserved");
        assertThat(TileDef.fault(1, "a", false, 1 << 15, 1)).contains("reserved");
        assertThat(TileDef.fault(1, "a", true, 0xFFFF_0707, 1)).isNull();
        assertThat(TileDef.fault(0, "", true, 0, 1)).contains("air");
        assertThat(TileDef.fault(1, "", false, 0, 1)).contains("empty");
    }

    @Test
    void aChunkPutsItsPartsInOrder() {
        Chunk small = Chunks.small();
        TileLayer second =
                new TileLayer(
                        "a",
                        9,
                        small.grid().size(),
                        small.layers().getFirst().palette(),
                        small.layers().getFirst().tiles());

        Chunk chunk =
                small.withContent(List.of(second, small.layers().getFirst()), small.objects());

        assertThat(chunk.layers()).extracting(TileLayer::layerId).containsExactly(0, 9);
        assertThatThrownBy(() -> small.withContent(List.of(second, second), List.of()))
                .hasMessageContaining("stands twice");
    }

    @Test
    void anObjectStandsInItsChunk() {
        Chunk small = Chunks.small();
        WorldObject chest = small.objects().getFirst();
        WorldObject outside =
                new WorldObject(
                        chest.id(),
                        chest.type(),
                        chest.assetId(),
                        Transform.at(8, 6, 0),
                        chest.properties(),
                        false,
                        ContentFlags.NONE);

        assertThatThrownBy(() -> small.withContent(small.layers(), List.of(outside)))
                .hasMessageContaining("outside");
    }

    @Test
    void propertiesAreKeptAsCanonicalText() {
        assertThat(Properties.parse("{ \"b\": 1.0, \"a\": [ -0, 1E2, \"\\u00e9\\u000a\" ] }").get())
                .hasToString("{\"a\":[0,100,\"é\\n\"],\"b\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "1",
                "",
                "{",
                "{\"a\":1,\"a\":2}",
                "{\"a\":9007199254740992}",
                "{\"a\":9007199254740993}",
                "{\"a\":1e400}",
                "{\"a\":1e20}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}"
            })
    void propertiesThatCannotBeCarriedAreRefused(String text) {
        assertThat(Properties.parse(text)).isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void mergedFlagsAreTheStronger() {
        ContentFlags mild =
                new ContentFlags(
                        Map.of(ContentCategory.HORROR, Severity.MILD), false, List.of("b"));
        ContentFlags severe =
                new ContentFlags(
                        Map.of(ContentCategory.HORROR, Severity.SEVERE), true, List.of("a", "b"));

        ContentFlags merged = mild.merge(severe);

        assertThat(merged.severity(ContentCategory.HORROR)).isEqualTo(Severity.SEVERE);
        assertThat(merged.mature()).isTrue();
        assertThat(merged.sources()).containsExactly("a", "b");
        assertThat(ContentFlags.NONE.isNone()).isTrue();
    }

    /** Reproduced: the 257th source made a chunk of many flagged assets unreadable. */
    @Test
    void mergedFlagsNameTheFirstSourcesOnly() {
        List<String> many = IntStream.range(0, 256).mapToObj("b%03d"::formatted).toList();
        ContentFlags full = new ContentFlags(Map.of(), false, many);
        ContentFlags first =
                new ContentFlags(
                        Map.of(ContentCategory.HATE, Severity.SEVERE), false, List.of("a", "z"));

        ContentFlags merged = full.merge(first);

        assertThat(merged.severity(ContentCategory.HATE)).isEqualTo(Severity.SEVERE);
        assertThat(merged.sources())
                .hasSize(256)
                .startsWith("a", "b000")
                .endsWith("b254")
                .doesNotContain("z");
    }
}
