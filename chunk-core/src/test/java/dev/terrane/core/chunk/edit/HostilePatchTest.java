package dev.terrane.core.chunk.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.testing.AllocationMeter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Patches made to cost, against the largest chunk: each is refused, the chunk's bytes stay, the
 * heap grows by a bounded amount. Time is not judged by a clock here but by what a patch may
 * allocate and move; the limits keep each of these below 100 ms.
 */
class HostilePatchTest {
    private static final long ALLOCATED_MAX = 96L << 20;
    private static final Chunk LARGEST = largest();

    @Test
    void everyHostilePatchIsRefusedInBoundedHeap() throws Exception {
        var before = AgpcCodec.encode(LARGEST);
        for (Map.Entry<String, String> patch : patches().entrySet()) {
            String text = patch.getValue().replace('\'', '"');
            apply(text);
            long begin = System.nanoTime();
            var measured = AllocationMeter.measure(() -> apply(text));
            long millis = (System.nanoTime() - begin) / 1_000_000;
            System.out.printf(
                    "%-28s %4d ms, %6d KiB: %s%n",
                    patch.getKey(),
                    millis,
                    measured.bytes() >> 10,
                    measured.value() instanceof PatchOutcome.Refused<Chunk> refused
                            ? cut(refused.refusal().text())
                            : "applied");

            assertThat(measured.value())
                    .as(patch.getKey())
                    .isInstanceOf(PatchOutcome.Refused.class);
            assertThat(measured.bytes()).as(patch.getKey()).isLessThan(ALLOCATED_MAX);
        }
        assertThat(AgpcCodec.encode(LARGEST)).isEqualTo(before);
    }

    private static Map<String, String> patches() {
        Map<String, String> patches = new LinkedHashMap<>();
        patches.put("10,000 operations", many(10_000, "{'op':'test','path':'/tiles','value':1}"));
        patches.put(
                "4,096 tests that fail last",
                many(4_095, "{'op':'test','path':'/tiles/0/layer_id','value':0}")
                        .replaceFirst("]$", ",{'op':'test','path':'/tiles/0','value':1}]"));
        patches.put(
                "copy doubling",
                IntStream.range(0, 60)
                        .mapToObj(
                                i ->
                                        "{'op':'copy','from':'/objects','path':"
                                                + "'/objects/0/properties/x%d'}".formatted(i))
                        .collect(Collectors.joining(",", "[", "]")));
        patches.put(
                "copies of a layer",
                many(4_096, "{'op':'copy','from':'/tiles/0','path':'/tiles/-'}"));
        patches.put(
                "index 2,000,000,000",
                "[{'op':'add','path':'/tiles/0/tiles/2000000000','value':1}]");
        patches.put(
                "index beyond 64 bits",
                "[{'op':'replace','path':'/tiles/99999999999999999999','value':1}]");
        patches.put("index 01", "[{'op':'replace','path':'/tiles/0/tiles/01','value':1}]");
        patches.put("index -1", "[{'op':'replace','path':'/tiles/0/tiles/-1','value':1}]");
        patches.put("index - replaced", "[{'op':'replace','path':'/tiles/0/tiles/-','value':1}]");
        patches.put("~01 is ~1", "[{'op':'test','path':'/objects/0/~01','value':1}]");
        patches.put(
                "depth 2,000",
                "[{'op':'add','path':'/objects/0/properties/d','value':"
                        + "[".repeat(2_000)
                        + "]".repeat(2_000)
                        + "}]");
        patches.put(
                "depth by copies",
                many(
                        600,
                        "{'op':'copy','from':'/objects/0/properties',"
                                + "'path':'/objects/0/properties/p'}"));
        patches.put(
                "into its own child",
                "[{'op':'move','from':'/objects/0','path':'/objects/0/properties/me'}]");
        patches.put(
                "cells in front", many(4_096, "{'op':'add','path':'/tiles/0/tiles/0','value':1}"));
        patches.put(
                "cells out and in",
                many(
                        2_048,
                        "{'op':'remove','path':'/tiles/0/tiles/0'},"
                                + "{'op':'add','path':'/tiles/0/tiles/0','value':1}"));
        patches.put(
                "objects out",
                many(4_096, "{'op':'remove','path':'/objects/0'}")
                        .replaceFirst("]$", ",{'op':'remove','path':'/objects/0'}]"));
        patches.put(
                "layers moved about",
                many(4_096, "{'op':'move','from':'/tiles/0','path':'/tiles/1'}"));
        patches.put(
                "text of 300 KiB",
                "[{'op':'add','path':'/tiles','value':'" + "x".repeat(300 << 10) + "'}]");
        patches.put(
                "a number of 2,000 digits",
                "[{'op':'add','path':'/objects/0/properties/n','value':"
                        + "9".repeat(2_000)
                        + "}]");
        return patches;
    }

    private static String many(int count, String operation) {
        return IntStream.range(0, count)
                .mapToObj(i -> operation)
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String cut(String text) {
        return text.length() > 90 ? text.substring(0, 90) + "…" : text;
    }

    private static PatchOutcome<Chunk> apply(String patch) {
        // Room for the text of some, so that the limits behind it are reached.
        PatchLimits limits =
                patch.contains("xxxx")
                        ? PatchLimits.DEFAULT
                        : new PatchLimits(4_096, 1 << 20, 512, 1_000_000);
        return switch (JsonPatch.parse(patch, limits)) {
            case PatchOutcome.Done<JsonPatch>(JsonPatch parsed) ->
                    ChunkEdits.apply(LARGEST, parsed, limits, ChunkLimits.DEFAULT);
            case PatchOutcome.Refused<JsonPatch>(PatchRefusal refusal) ->
                    new PatchOutcome.Refused<>(refusal);
        };
    }

    /** 65,536 cells in two layers and 4,096 objects. */
    private static Chunk largest() {
        ChunkSize size = new ChunkSize(256, 256, 1);
        TileDef grass = new TileDef(1, "tiles/grass", false, 1, 4);
        List<TileLayer> layers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            layers.add(
                    new TileLayer(
                            "l" + i,
                            i,
                            size,
                            List.of(TileDef.AIR, grass),
                            TileGrid.of(new int[size.cells()])));
        }
        WorldObject chest = Chunks.small().objects().getFirst();
        List<WorldObject> objects = new ArrayList<>();
        for (int i = 0; i < 4_096; i++) {
            objects.add(
                    new WorldObject(
                            new ObjectId("o" + i),
                            chest.type(),
                            chest.assetId(),
                            Transform.at(1, 1, 0),
                            chest.properties(),
                            false,
                            ContentFlags.NONE));
        }
        return new Chunk(
                ChunkKey.of("w", "r", 0, 0, 0),
                new ChunkGrid(size, ChunkGrid.Origin.ZERO),
                layers,
                objects,
                ContentFlags.NONE,
                Meta.NONE);
    }
}
