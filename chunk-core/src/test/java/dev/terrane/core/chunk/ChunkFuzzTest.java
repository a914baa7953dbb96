package dev.terrane.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.BodyForm;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.core.chunk.edit.ChunkEdits;
import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.core.chunk.edit.PatchRefusal;
import dev.terrane.core.chunk.maps.ImportLimits;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.testing.FuzzSeeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Any bytes are a chunk, or a map, that can be written again, or are refused with a place. */
class ChunkFuzzTest {
    private static final ImportOptions OPTIONS =
            new ImportOptions(
                    RoomKey.of("w", "r"),
                    new ChunkGrid(new ChunkSize(4, 4, 1), ChunkGrid.Origin.ZERO),
                    Meta.NONE,
                    new ImportLimits(1 << 20, 1 << 16, 256, 256, 16, 16, 1 << 16));
    private static final String TILESET =
            "<tileset name=\"s\" tilecount=\"9\"><image source=\"s.png\"/></tileset>";
    private static final String TEMPLATE =
            "<template><tileset firstgid=\"1\" source=\"s.tsx\"/><object gid=\"2\"/></template>";
    private static final String TMX =
            """
            <map width="2" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1" source="s.tsx"/>
            <layer id="1" name="l"><data encoding="csv">1,2147483650</data></layer><objectgroup>
            <object id="1" x="4" y="4"><properties><property name="p" type="int" value="3"/></properties>
            <polygon points="0,0 1,1"/></object><object id="2" template="t.tx"/></objectgroup></map>
            """;
    private static final String TMJ =
            """
            {"width":2,"height":1,"tilewidth":8,"tileheight":8,"tilesets":[{"firstgid":1,"source":"s.tsx"}],
            "layers":[{"type":"tilelayer","id":1,"name":"l","data":[1,2147483650]},{"type":"objectgroup",
            "objects":[{"id":1,"x":4,"y":4,"properties":[{"name":"terrane","value":"{\\"id\\":\\"a\\"}"}]}]}],
            "properties":[{"name":"terrane","value":"{\\"version\\":1,\\"chunkSize\\":[4,4]}"}]}
            """;
    private static final String LDTK =
            """
            {"defs":{"layers":[{"identifier":"G","__type":"IntGrid","uid":1,"gridSize":8,"intGridValues":
            [{"value":1,"identifier":"solid"}]},{"identifier":"E","__type":"Entities","uid":2}],"tilesets":
            [{"identifier":"T","uid":3,"__cWid":2,"__cHei":2}]},"levels":[{"identifier":"L","pxWid":16,
            "pxHei":8,"layerInstances":[{"__identifier":"G","__type":"IntGrid","layerDefUid":1,
            "__tilesetDefUid":3,"intGridCsv":[1,0],"autoLayerTiles":[{"px":[0,0],"t":1,"f":1}]},
            {"__identifier":"E","__type":"Entities","layerDefUid":2,"entityInstances":[{"__identifier":"X",
            "iid":"x","px":[1,1],"fieldInstances":[{"__identifier":"f","__type":"Int","__value":1}]}]}]}]}
            """;

    @FuzzTest(maxDuration = "2m")
    void images(byte[] data) {
        byte[] image = data.clone();
        if (image.length >= 48 && image[0] == 'A') {
            // The fuzzer cannot make checksums; a wrong one is no news.
            ByteBuffer header = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(12, image.length - 48);
            header.put(16, Checksum.over(image, 48, image.length - 48).toBytes());
        }
        switch (AgpcCodec.decode(Bytes.wrap(image))) {
            case Decoded.Ok<Chunk>(Chunk chunk) ->
                    assertThat(AgpcCodec.encode(chunk).bytes()).isEqualTo(Bytes.wrap(image));
            case Decoded.Rejected<Chunk> rejected -> assertThat(rejected.detail()).isNotBlank();
        }
        Decoded<Chunk> packed =
                AgpcCodec.decode(
                        Bytes.wrap(data.clone()), ChunkLimits.DEFAULT, AgpcCodec.Verify.TRUST);
        if (packed instanceof Decoded.Ok<Chunk>(Chunk chunk)) {
            assertThat(AgpcCodec.decode(AgpcCodec.encode(chunk, BodyForm.ZSTD).bytes()))
                    .isEqualTo(packed);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void documents(byte[] data) {
        switch (ChunkJson.decode(new String(data, StandardCharsets.UTF_8))) {
            case Decoded.Ok<Chunk>(Chunk chunk) ->
                    assertThat(ChunkJson.decode(ChunkJson.encode(chunk)).get()).isEqualTo(chunk);
            case Decoded.Rejected<Chunk> rejected -> assertThat(rejected.detail()).isNotBlank();
        }
    }

    @FuzzTest(maxDuration = "2m")
    void patches(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        Chunk chunk = Chunks.small();
        switch (JsonPatch.parse(text, PatchLimits.DEFAULT)) {
            case PatchOutcome.Refused<JsonPatch>(PatchRefusal refusal) ->
                    assertThat(refusal.text()).isNotBlank();
            case PatchOutcome.Done<JsonPatch>(JsonPatch patch) -> {
                switch (ChunkEdits.apply(chunk, patch, PatchLimits.DEFAULT, ChunkLimits.DEFAULT)) {
                    case PatchOutcome.Refused<Chunk>(PatchRefusal refusal) ->
                            assertThat(refusal.text()).isNotBlank();
                    case PatchOutcome.Done<Chunk>(Chunk edited) ->
                            assertThat(AgpcCodec.decode(AgpcCodec.encode(edited).bytes()).get())
                                    .isEqualTo(edited);
                }
            }
        }
        assertThat(chunk).as("the base").isEqualTo(Chunks.small());
    }

    @FuzzTest(maxDuration = "2m")
    void maps(byte[] data) {
        ImportOutcome outcome =
                MapImporter.importMap(
                        "maps/m",
                        Bytes.wrap(data),
                        path ->
                                switch (path) {
                                    case "maps/s.tsx" -> Optional.of(bytes(TILESET));
                                    case "maps/t.tx" -> Optional.of(bytes(TEMPLATE));
                                    default -> Optional.empty();
                                },
                        OPTIONS);
        switch (outcome) {
            case ImportOutcome.Imported imported ->
                    imported.chunks()
                            .forEach(
                                    chunk ->
                                            assertThat(
                                                            AgpcCodec.decode(
                                                                            AgpcCodec.encode(chunk)
                                                                                    .bytes())
                                                                    .get())
                                                    .isEqualTo(chunk));
            case ImportOutcome.Refused refused -> assertThat(refused.text()).isNotBlank();
        }
    }

    @Test
    void seedsAreSmallOnesOfEachForm() throws IOException {
        Chunk small = Chunks.small();
        FuzzSeeds.check(
                ChunkFuzzTest.class,
                "images",
                Map.of(
                        "small",
                        AgpcCodec.encode(small).bytes().toArray(),
                        "cut",
                        Arrays.copyOf(AgpcCodec.encode(small).bytes().toArray(), 60)));
        FuzzSeeds.check(
                ChunkFuzzTest.class,
                "documents",
                Map.of(
                        "small",
                        ChunkJson.encode(small).getBytes(StandardCharsets.UTF_8),
                        "broken",
                        "{\"version\":2,\"world_id\":\"".getBytes(StandardCharsets.UTF_8)));
        FuzzSeeds.check(
                ChunkFuzzTest.class,
                "patches",
                Map.of(
                        "tile",
                        "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/1\",\"value\":1}]"
                                .getBytes(StandardCharsets.UTF_8),
                        "object",
                        ("[{\"op\":\"test\",\"path\":\"/objects/0/id\",\"value\":\"chest\"},{\"op\":\"copy\","
                                        + "\"from\":\"/objects/0\",\"path\":\"/objects/-\"},{\"op\":\"move\","
                                        + "\"from\":\"/tiles/0\",\"path\":\"/tiles/1\"},{\"op\":\"add\","
                                        + "\"path\":\"/objects/0/properties/a~1b\",\"value\":{\"x\":[1]}},"
                                        + "{\"op\":\"remove\",\"path\":\"/objects/0\"}]")
                                .getBytes(StandardCharsets.UTF_8)));
        FuzzSeeds.check(
                ChunkFuzzTest.class,
                "maps",
                Map.of(
                        "tmx", TMX.getBytes(StandardCharsets.UTF_8),
                        "tmj", TMJ.getBytes(StandardCharsets.UTF_8),
                        "ldtk", LDTK.getBytes(StandardCharsets.UTF_8),
                        "room",
                                ("[" + ChunkJson.encode(small) + "]")
                                        .getBytes(StandardCharsets.UTF_8)));
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
