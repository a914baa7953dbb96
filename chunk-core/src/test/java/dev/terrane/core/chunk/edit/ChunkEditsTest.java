package dev.terrane.core.chunk.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ChunkEditsTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void aTileEditChangesOneCellAndKeepsTheRest() {
        Chunk chunk = Chunks.small();

        Chunk edited = done(chunk, "[{'op':'replace','path':'/tiles/0/tiles/0','value':1}]");

        assertThat(edited.layers().getFirst().tiles().get(0)).isEqualTo(1);
        assertThat(edited.objects().getFirst()).isSameAs(chunk.objects().getFirst());
        assertThat(chunk.layers().getFirst().tiles().get(0)).isZero();
        assertThat(edited.meta()).isEqualTo(chunk.meta());
    }

    @Test
    void untouchedPartsStayTheSameValues() {
        Chunk chunk = Chunks.small();

        Chunk edited = done(chunk, "[{'op':'replace','path':'/objects/0/type','value':'door'}]");

        assertThat(edited.layers().getFirst()).isSameAs(chunk.layers().getFirst());
        assertThat(edited.objects().getFirst().type()).isEqualTo("door");
    }

    @Test
    void objectsAndLayersMoveInAndOut() {
        Chunk chunk = Chunks.small();
        String chest =
                "{'id':'a','type':'t','asset_id':'x','transform':{'pos':[4,4,0]},"
                        + "'flags':{'mature':true}}";

        Chunk edited =
                done(
                        chunk,
                        "[{'op':'add','path':'/objects/-','value':"
                                + chest
                                + "},"
                                + "{'op':'remove','path':'/objects/0'},"
                                + "{'op':'copy','from':'/tiles/0','path':'/tiles/-'},"
                                + "{'op':'replace','path':'/tiles/1/layer_id','value':5},"
                                + "{'op':'replace','path':'/tiles/1/name','value':'walls'},"
                                + "{'op':'replace','path':'/tiles/1/tiles/15','value':0}]");

        assertThat(edited.objects()).extracting(o -> o.id().value()).containsExactly("a");
        assertThat(edited.layers()).extracting(TileLayer::layerId).containsExactly(0, 5);
        assertThat(edited.layers().get(0).tiles().get(15)).isEqualTo(1);
        assertThat(edited.layers().get(1).tiles().get(15)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/version",
                "/key",
                "/coord/cx",
                "/bounds",
                "/flags",
                "/meta/author",
                "/checksum",
                "",
                "/",
                "/objects/0/flags",
                "/objects/0/flags/mature",
                "/objects/-/flags",
                "/til~0es",
                "/Tiles/0"
            })
    void otherPathsAreForbiddenInEveryOperation(String path) {
        for (String operation :
                List.of(
                        "{'op':'add','path':'%s','value':1}",
                        "{'op':'remove','path':'%s'}",
                        "{'op':'replace','path':'%s','value':1}",
                        "{'op':'test','path':'%s','value':1}",
                        "{'op':'copy','from':'%s','path':'/objects/0/properties/stolen'}",
                        "{'op':'move','from':'%s','path':'/objects/0/properties/stolen'}",
                        "{'op':'copy','from':'/objects/0','path':'%s'}")) {
            String patch = "[" + operation.formatted(path) + "]";
            if (path.isEmpty() && operation.contains("'move'")) {
                continue; // Malformed before it is forbidden: a value cannot move into itself.
            }
            assertThat(refused(Chunks.small(), patch))
                    .as(patch)
                    .isInstanceOf(PatchRefusal.Forbidden.class);
        }
    }

    @Test
    void copiedObjectsDoNotShowTheirFlags() {
        assertThat(
                        refused(
                                Chunks.small(),
                                "[{'op':'copy','from':'/objects/0','path':'/objects/0/properties/c'},"
                                        + "{'op':'test','path':'/objects/0/properties/c/flags',"
                                        + "'value':{}}]"))
                .isInstanceOf(PatchRefusal.TestFailed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'op':'replace','path':'/tiles/0/tiles/3','value':9} | /tiles/0/tiles/3",
                "{'op':'remove','path':'/tiles/0/tiles/3'} | /tiles/0/tiles",
                "{'op':'add','path':'/tiles/0/tiles/-','value':1} | /tiles/0/tiles",
                "{'op':'remove','path':'/tiles/0/palette/0'} | /tiles/0/palette",
                "{'op':'replace','path':'/tiles/0/width','value':5} | /tiles/0/width",
                "{'op':'copy','from':'/tiles/0','path':'/tiles/-'} | /tiles/1/layer_id",
                "{'op':'copy','from':'/objects/0','path':'/objects/-'} | /objects/1/id",
                "{'op':'copy','from':'/objects/0','path':'/tiles/-'} | /tiles/1/id",
                "{'op':'replace','path':'/objects/0/transform/pos/0','value':100}"
                        + " | /objects/0/transform/pos",
                "{'op':'add','path':'/objects/0/properties/x','value':1e300}"
                        + " | /objects/0/properties/x",
                "{'op':'add','path':'/objects/0/properties/x','value':1e400}"
                        + " | /objects/0/properties/x",
                "{'op':'add','path':'/objects/0/properties/x','value':-1e2147483647}"
                        + " | /objects/0/properties/x",
                "{'op':'replace','path':'/objects/0/properties','value':{'x':[1e999999999]}}"
                        + " | /objects/0/properties/x/0",
                "{'op':'replace','path':'/objects/0/transform/pos/0','value':1e400}"
                        + " | /objects/0/transform/pos/0",
                "{'op':'replace','path':'/objects/0/transform/scale/1','value':-1e999999999}"
                        + " | /objects/0/transform/scale/1",
                "{'op':'replace','path':'/tiles/0/layer_id','value':1e400} | /tiles/0/layer_id",
                "{'op':'replace','path':'/objects','value':7} | /objects"
            })
    void resultsThatBreakTheFormatNameTheirPointer(String operation, String pointer) {
        assertThat(refused(Chunks.small(), "[" + operation + "]"))
                .isInstanceOfSatisfying(
                        PatchRefusal.InvalidResult.class,
                        invalid -> assertThat(invalid.pointer()).isEqualTo(pointer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transform/pos/0", "transform/scale/1", "properties/x"})
    void integersOfHundredsOfDigitsAreRefusedAtTheirPointer(String member) {
        String path = "/objects/0/" + member;
        String operation =
                "{'op':'%s','path':'%s','value':%s}"
                        .formatted(
                                member.startsWith("p") ? "add" : "replace", path, "9".repeat(400));
        assertThat(refused(Chunks.small(), "[" + operation + "]"))
                .isInstanceOfSatisfying(
                        PatchRefusal.InvalidResult.class,
                        invalid -> assertThat(invalid.pointer()).isEqualTo(path));
    }

    @Test
    void cellsTakeOnlyPaletteIds() {
        for (String value : List.of("'x'", "-1", "65536", "1.5", "1e400", "null", "[]")) {
            assertThat(
                            refused(
                                    Chunks.small(),
                                    "[{'op':'replace','path':'/tiles/0/tiles/0','value':"
                                            + value
                                            + "}]"))
                    .isInstanceOf(PatchRefusal.InvalidTarget.class);
        }
    }

    @Test
    void theChunkTreeBehavesLikeThePlainDocument() {
        Coverage coverage = new Coverage();
        Seeds.until(
                coverage.goal(100, "done", "invalid", "refused"),
                3_000,
                random -> {
                    Chunk chunk = Chunks.small();
                    String patch = randomPatch(random);
                    String document = plain(chunk);
                    PatchOutcome<String> model =
                            JsonPatch.applyText(document, patch, PatchLimits.DEFAULT);
                    PatchOutcome<Chunk> outcome = apply(chunk, patch);
                    switch (outcome) {
                        case PatchOutcome.Done<Chunk>(Chunk edited) -> {
                            coverage.count("done");
                            assertThat(model).as(patch).isInstanceOf(PatchOutcome.Done.class);
                            String expected = ((PatchOutcome.Done<String>) model).value();
                            assertThat(rebuilt(chunk, expected)).as(patch).isEqualTo(edited);
                        }
                        case PatchOutcome.Refused<Chunk>(PatchRefusal.InvalidResult invalid) -> {
                            coverage.count("invalid");
                            assertThat(model).as(patch).isInstanceOf(PatchOutcome.Done.class);
                        }
                        case PatchOutcome.Refused<Chunk>(PatchRefusal.InvalidTarget unfit)
                                when unfit.detail().startsWith("a cell holds") ->
                                // Refused at once, where the plain document would go on.
                                coverage.count("unfit");
                        case PatchOutcome.Refused<Chunk>(PatchRefusal refusal) -> {
                            coverage.count("refused");
                            assertThat(model).isEqualTo(new PatchOutcome.Refused<>(refusal));
                        }
                    }
                });
    }

    private static String randomPatch(SeededRandom random) {
        String[] paths = {
            "/tiles/0",
            "/tiles/0/tiles/3",
            "/tiles/0/tiles/15",
            "/tiles/0/tiles/16",
            "/tiles/0/name",
            "/tiles/-",
            "/objects/0",
            "/objects/-",
            "/objects/0/id",
            "/objects/0/properties",
            "/objects/0/properties/loot_table",
            "/objects/0/dynamic",
            "/objects/0/properties/x",
            "/tiles/1/tiles/0",
            "/tiles/1/layer_id",
            "/tiles/1/name",
            "/objects/1/id"
        };
        String[] values = {"0", "1", "7", "'n'", "true", "{'k':[1]}", "[]"};
        List<String> operations = new ArrayList<>();
        for (int i = random.between(1, 4); i > 0; i--) {
            String path = random.choice(paths);
            String value =
                    random.choice(
                            path.contains("/tiles/0/tiles") ? new String[] {"0", "1"} : values);
            String from =
                    random.choice("/tiles/0", "/objects/0", "/tiles/0/tiles/2", "/objects/0/id");
            operations.add(
                    switch (random.nextInt(6)) {
                        case 0 -> "{'op':'add','path':'%s','value':%s}".formatted(path, value);
                        case 1 -> "{'op':'remove','path':'%s'}".formatted(path);
                        case 2, 3 ->
                                "{'op':'replace','path':'%s','value':%s}".formatted(path, value);
                        case 4 ->
                                path.contains("/tiles/0/tiles")
                                        ? "{'op':'copy','from':'/tiles/0/tiles/2','path':'%s'}"
                                                .formatted(path)
                                        : "{'op':'copy','from':'%s','path':'%s'}"
                                                .formatted(from, path);
                        default -> "{'op':'test','path':'%s','value':%s}".formatted(path, value);
                    });
        }
        return "[" + String.join(",", operations).replace('\'', '"') + "]";
    }

    /** The document a patch sees, without flags. */
    private static String plain(Chunk chunk) {
        ObjectNode tree = (ObjectNode) MAPPER.readTree(ChunkJson.encode(chunk));
        ObjectNode shown = MAPPER.createObjectNode();
        shown.set("tiles", tree.get("tiles"));
        shown.set("objects", tree.get("objects"));
        shown.get("objects").forEach(object -> ((ObjectNode) object).remove("flags"));
        return shown.toString();
    }

    private static Chunk rebuilt(Chunk chunk, String document) {
        ObjectNode tree = (ObjectNode) MAPPER.readTree(ChunkJson.encode(chunk));
        JsonNode patched = MAPPER.readTree(document);
        tree.set("tiles", patched.get("tiles"));
        tree.set("objects", patched.get("objects"));
        tree.remove("checksum");
        return ChunkJson.decode(tree.toString()).get();
    }

    private static Chunk done(Chunk chunk, String patch) {
        PatchOutcome<Chunk> outcome = apply(chunk, patch.replace('\'', '"'));
        assertThat(outcome).isInstanceOf(PatchOutcome.Done.class);
        return ((PatchOutcome.Done<Chunk>) outcome).value();
    }

    private static PatchRefusal refused(Chunk chunk, String patch) {
        PatchOutcome<Chunk> outcome = apply(chunk, patch.replace('\'', '"'));
        assertThat(outcome).isInstanceOf(PatchOutcome.Refused.class);
        return ((PatchOutcome.Refused<Chunk>) outcome).refusal();
    }

    private static PatchOutcome<Chunk> apply(Chunk chunk, String patch) {
        return switch (JsonPatch.parse(patch, PatchLimits.DEFAULT)) {
            case PatchOutcome.Done<JsonPatch>(JsonPatch parsed) ->
                    ChunkEdits.apply(chunk, parsed, PatchLimits.DEFAULT, ChunkLimits.DEFAULT);
            case PatchOutcome.Refused<JsonPatch>(PatchRefusal refusal) ->
                    new PatchOutcome.Refused<>(refusal);
        };
    }

    @Test
    void chunksOfFourThousandObjectsAreEditedWithoutExpandingThem() {
        Chunk small = Chunks.small();
        List<WorldObject> objects = new ArrayList<>();
        for (int i = 0; i < 4_096; i++) {
            WorldObject chest = small.objects().getFirst();
            objects.add(
                    new WorldObject(
                            new dev.terrane.core.chunk.ObjectId("o" + i),
                            chest.type(),
                            chest.assetId(),
                            chest.transform(),
                            chest.properties(),
                            false,
                            chest.flags()));
        }
        Chunk full = small.withContent(small.layers(), objects);

        Chunk edited = done(full, "[{'op':'replace','path':'/tiles/0/tiles/0','value':1}]");

        assertThat(edited.objects().get(4_000)).isSameAs(full.objects().get(4_000));
        assertThat(refused(full, "[{'op':'copy','from':'/objects/0','path':'/objects/-'}]"))
                .isInstanceOf(PatchRefusal.InvalidResult.class);
    }
}
