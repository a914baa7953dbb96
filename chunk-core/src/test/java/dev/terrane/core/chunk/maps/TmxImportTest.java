package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.AgpcCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TmxImportTest {
    private static final String SET =
            """
            <?xml version="1.0"?>
            <tileset name="isle tiles" tilewidth="16" tileheight="16" tilecount="8" columns="4">
             <image source="isle.png" width="64" height="32"/>
             <tile id="2" type="wall">
              <properties>
               <property name="solid" type="bool" value="true"/>
               <property name="climbable" type="bool" value="true"/>
               <property name="variants" type="int" value="3"/>
              </properties>
             </tile>
             <tile id="3"><properties><property name="asset_id" value="own/water"/>
              <property name="liquid" type="bool" value="true"/></properties></tile>
            </tileset>
            """;
    private static final ImportOptions OPTIONS =
            ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE);

    private static String map(String attributes, String content) {
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <map version="1.10" orientation="orthogonal" tilewidth="16" tileheight="8" %s>
         <tileset firstgid="1" source="sets/isle.tsx"/>
         %s
        </map>
        """
                .formatted(attributes, content);
    }

    private static String small(String content) {
        return map("width=\"3\" height=\"2\"", content);
    }

    private static String layer(String data) {
        return "<layer id=\"4\" name=\"ground\" width=\"3\" height=\"2\">" + data + "</layer>";
    }

    private static ImportOutcome importMap(String map) {
        return importMap(map, OPTIONS);
    }

    private static ImportOutcome importMap(String map, ImportOptions options) {
        return importMap(map, options, Map.of("maps/sets/isle.tsx", SET));
    }

    private static ImportOutcome importMap(
            String map, ImportOptions options, Map<String, String> files) {
        return MapImporter.importMap(
                "maps/isle.tmx",
                bytes(map),
                path -> Optional.ofNullable(files.get(path)).map(TmxImportTest::bytes),
                options);
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ImportOutcome.Imported imported(ImportOutcome outcome) {
        assertThat(outcome).isInstanceOf(ImportOutcome.Imported.class);
        return (ImportOutcome.Imported) outcome;
    }

    private static ImportOutcome.Refused refused(ImportOutcome outcome) {
        assertThat(outcome).isInstanceOf(ImportOutcome.Refused.class);
        return (ImportOutcome.Refused) outcome;
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "xml", "", "zlib", "gzip", "zstd"})
    void everyEncodingGivesTheSameTiles(String form) throws IOException {
        int[] gids = {1, 3, 0x80000003, 0x40000003, 0x20000004, 0xE0000001};
        String data =
                switch (form) {
                    case "csv" ->
                            "<data encoding=\"csv\">\n1,3,2147483651,\n1073741827,536870916,"
                                    + "3758096385\n</data>";
                    case "xml" -> {
                        StringBuilder tiles = new StringBuilder("<data>");
                        for (int gid : gids) {
                            tiles.append("<tile gid=\"")
                                    .append(Integer.toUnsignedString(gid))
                                    .append("\"/>");
                        }
                        yield tiles + "</data>";
                    }
                    case "" ->
                            "<data encoding=\"base64\">\n  "
                                    + ImportFixture.base64(gids, form)
                                    + "\n</data>";
                    default ->
                            "<data encoding=\"base64\" compression=\"%s\">%s</data>"
                                    .formatted(form, ImportFixture.base64(gids, form));
                };

        ImportOutcome.Imported map = imported(importMap(small(layer(data))));

        assertThat(map.chunks()).hasSize(1);
        TileLayer ground = map.chunks().getFirst().layers().getFirst();
        assertThat(ground.layerId()).isEqualTo(4);
        assertThat(ground.palette()).hasSize(7);
        TileDef wall = ImportFixture.tileAt(map, "ground", 1, 0);
        assertThat(wall.assetId()).isEqualTo("tiles/isle_tiles/2");
        assertThat(wall.solid()).isTrue();
        assertThat(wall.flags()).isEqualTo(TileDef.CLIMBABLE);
        assertThat(wall.variants()).isEqualTo(3);
        assertThat(ImportFixture.tileAt(map, "ground", 2, 0).flags())
                .isEqualTo(TileDef.CLIMBABLE | TileDef.FLIP_X);
        assertThat(ImportFixture.tileAt(map, "ground", 0, 1).flags())
                .isEqualTo(TileDef.CLIMBABLE | TileDef.FLIP_Y);
        assertThat(ImportFixture.tileAt(map, "ground", 1, 1))
                .satisfies(tile -> assertThat(tile.assetId()).isEqualTo("own/water"))
                .satisfies(
                        tile ->
                                assertThat(tile.flags())
                                        .isEqualTo(TileDef.LIQUID | TileDef.FLIP_DIAGONAL));
        assertThat(ImportFixture.tileAt(map, "ground", 2, 1).flags())
                .isEqualTo(TileDef.FLIP_X | TileDef.FLIP_Y | TileDef.FLIP_DIAGONAL);
        assertThat(ImportFixture.tileAt(map, "ground", 3, 0)).isEqualTo(TileDef.AIR);
        assertThat(ImportFixture.tileAt(map, "ground", 0, 2)).isEqualTo(TileDef.AIR);
        assertThat(map.bounds()).isEqualTo(new dev.terrane.core.chunk.Box(0, 0, 0, 3, 2, 1));
    }

    @Test
    void sizesNeedNotBeMultiplesOfTheChunk() {
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < 7 * 5; i++) {
            csv.append(i == 0 ? "" : ",").append(i % 8 + 1);
        }
        ImportOptions three =
                ImportOptions.of(
                        RoomKey.of("w", "r"),
                        new ChunkGrid(new ChunkSize(3, 3, 1), new ChunkGrid.Origin(-10, 4.5, 0)),
                        Meta.NONE);

        ImportOutcome.Imported map =
                imported(
                        importMap(
                                map(
                                        "width=\"7\" height=\"5\"",
                                        "<layer name=\"l\"><data encoding=\"csv\">"
                                                + csv
                                                + "</data></layer>"),
                                three));

        assertThat(map.chunks()).hasSize(3 * 2);
        for (int y = 0; y < 5; y++) {
            for (int x = 0; x < 7; x++) {
                int gid = (y * 7 + x) % 8 + 1;
                String asset = gid == 4 ? "own/water" : "tiles/isle_tiles/" + (gid - 1);
                assertThat(ImportFixture.tileAt(map, "l", x, y).assetId()).isEqualTo(asset);
            }
        }
        assertThat(ImportFixture.tileAt(map, "l", 7, 0)).isEqualTo(TileDef.AIR);
        assertThat(map.chunks().getFirst().bounds().minX()).isEqualTo(-10);
    }

    @Test
    void infiniteMapsFillTheChunksThatHoldSomething() {
        String map =
                map(
                        "width=\"4\" height=\"4\" infinite=\"1\"",
                        """
                        <layer id="1" name="l" width="4" height="4"><data encoding="csv">
                        <chunk x="-4" y="-4" width="4" height="4">
                        0,0,0,0,
                        0,0,0,0,
                        0,0,0,0,
                        0,0,0,3</chunk>
                        <chunk x="32" y="0" width="2" height="1">0,0</chunk>
                        </data></layer>
                        <objectgroup id="2" name="o"><object id="9" x="1040" y="-8"/></objectgroup>
                        """);

        ImportOutcome.Imported imported = imported(importMap(map));

        assertThat(imported.chunks())
                .extracting(chunk -> chunk.key().coord())
                .containsExactly(new ChunkCoord(-1, -1, 0), new ChunkCoord(2, -1, 0));
        assertThat(ImportFixture.tileAt(imported, "l", -1, -1).solid()).isTrue();
        assertThat(imported.bounds().minX()).isEqualTo(-32);
        assertThat(imported.bounds().maxX()).isEqualTo(96);
    }

    @Test
    void objectsKeepTypePositionAndValues() {
        ImportOutcome.Imported map =
                imported(
                        importMap(
                                small(
                                        """
                                        <objectgroup id="2" name="things">
                                         <object id="1" name="a" type="spawn" x="24" y="8"><point/></object>
                                         <object id="2" class="area" x="0" y="0" width="32" height="4">
                                          <properties>
                                           <property name="n" type="int" value="3"/>
                                           <property name="f" type="float" value="0.5"/>
                                           <property name="long">two
                                        lines</property>
                                           <property name="to" type="object" value="1"/>
                                           <property name="c" type="class" propertytype="K"><properties>
                                            <property name="in" type="bool" value="true"/></properties></property>
                                           <property name="dynamic" type="bool" value="true"/>
                                          </properties>
                                         </object>
                                         <object id="3" gid="2147483651" x="16" y="16" width="16" height="8"/>
                                         <object id="4" x="8" y="4" rotation="90"><polygon points="0,0 16,0 0,8"/></object>
                                        </objectgroup>
                                        """)));

        List<WorldObject> objects = map.chunks().getFirst().objects();
        WorldObject spawn = objects.get(0);
        assertThat(spawn.id().value()).isEqualTo("obj_1");
        assertThat(spawn.type()).isEqualTo("spawn");
        assertThat(spawn.assetId()).isEqualTo("objects/spawn");
        assertThat(spawn.transform().position().x()).isEqualTo(1.5f);
        assertThat(spawn.transform().position().y()).isEqualTo(1f);
        assertThat(spawn.properties()).hasToString("{\"name\":\"a\"}");
        WorldObject area = objects.get(1);
        assertThat(area.dynamic()).isTrue();
        assertThat(area.properties())
                .hasToString(
                        "{\"c\":{\"in\":true},\"f\":0.5,\"long\":\"two\\nlines\",\"n\":3,\"shape\":"
                                + "{\"height\":0.5,\"kind\":\"rectangle\",\"width\":2},\"to\":\"obj_1\"}");
        WorldObject tile = objects.get(2);
        assertThat(tile.type()).isEqualTo("wall");
        assertThat(tile.assetId()).isEqualTo("tiles/isle_tiles/2");
        assertThat(tile.transform().position().x()).as("centre of its tile").isEqualTo(1.5f);
        assertThat(tile.transform().position().y()).as("above its bottom edge").isEqualTo(1.5f);
        assertThat(tile.properties().toJson()).contains("\"flip_x\":true");
        WorldObject polygon = objects.get(3);
        assertThat(polygon.properties().toJson()).contains("\"points\":[[0,0],[1,0],[0,1]]");
        assertThat(polygon.transform().rotation().z()).isEqualTo((float) StrictMath.sqrt(0.5));
    }

    @Test
    void groupsAreFlattenedAndDroppedThingsAreWarnedOf() {
        ImportOutcome.Imported map =
                imported(
                        importMap(
                                small(
                                        "<group id=\"1\" name=\"house\">"
                                                + layer("<data encoding=\"csv\">1,1,1,1,1,1</data>")
                                                + "<imagelayer id=\"8\" name=\"sky\"/></group>")));

        assertThat(map.chunks().getFirst().layers().getFirst().name()).isEqualTo("house/ground");
        assertThat(map.warnings())
                .containsExactly(
                        "maps/sets/isle.tsx:2:85, tileset 'isle tiles': not kept: class of cells",
                        "maps/isle.tmx:4:156, layer 'sky': image layers are not kept");
    }

    @Test
    void aChunksBytesDependOnItsOwnTilesOnly() {
        String left = "<data encoding=\"csv\">%s,3,0,0,0,0</data>";
        ImportOptions narrow =
                ImportOptions.of(
                        RoomKey.of("w", "r"),
                        new ChunkGrid(new ChunkSize(1, 2, 1), ChunkGrid.Origin.ZERO),
                        Meta.NONE);

        Chunk before = imported(importMap(small(layer(left.formatted(1))), narrow)).chunks().get(1);
        Chunk after = imported(importMap(small(layer(left.formatted(2))), narrow)).chunks().get(1);

        assertThat(AgpcCodec.encode(after)).isEqualTo(AgpcCodec.encode(before));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<data encoding=\"csv\">1,1,1,1,1</data> | BAD_DATA | 6 cells",
                "<data encoding=\"csv\">1,1,1,1,1,1,1</data> | BAD_DATA | 6 cells",
                "<data encoding=\"csv\">1,1,1,x,1,1</data> | BAD_DATA | cell (0, 1)",
                "<data encoding=\"csv\">1,1,1,1,1,4294967296</data> | BAD_DATA | cell (2, 1)",
                "<data encoding=\"csv\">1,1,1,1,1,9</data> | UNKNOWN_TILE | tile 9",
                "<data encoding=\"csv\">1,1,1,1,1,268435457</data> | UNSUPPORTED_FEATURE | hexagonal",
                "<data encoding=\"base64\">****</data> | BAD_DATA | base64",
                "<data encoding=\"base64\">AAAA</data> | BAD_DATA | 6 cells",
                "<data encoding=\"base64\" compression=\"zlib\">AAAA</data> | BAD_DATA | zlib",
                "<data encoding=\"base64\" compression=\"gzip\">AAAA</data> | BAD_DATA | gzip",
                "<data encoding=\"base64\" compression=\"zstd\">AAAA</data> | BAD_DATA | zstd",
                "<data encoding=\"base64\" compression=\"zstd\">KLUv/QRYTQAAEAAAAQBL1AMsiHLbLA==</data>"
                        + " | BAD_DATA | found more",
                "<data encoding=\"base64\" compression=\"lzma\">AAAA</data> | UNSUPPORTED_ENCODING | lzma",
                "<data encoding=\"hex\">00</data> | UNSUPPORTED_ENCODING | hex",
                "'' | BAD_DATA | no data"
            })
    void brokenLayersAreRefusedWithTheirPlace(String data, ImportReason reason, String detail) {
        ImportOutcome.Refused refused = refused(importMap(small(layer(data == null ? "" : data))));

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.text())
                .startsWith("maps/isle.tmx:")
                .contains("layer 4 'ground'")
                .contains(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"isometric", "staggered", "hexagonal", "oblique"})
    void otherOrientationsAreRefusedByName(String orientation) {
        ImportOutcome.Refused refused =
                refused(importMap(small("").replace("orthogonal", orientation)));

        assertThat(refused.reason()).isEqualTo(ImportReason.UNSUPPORTED_ORIENTATION);
        assertThat(refused.text()).contains("'" + orientation + "'").contains("maps/isle.tmx:2:");
    }

    @Test
    void aMissingTilesetIsNamedByItsPath() {
        ImportOutcome.Refused refused =
                refused(importMap(small("").replace("sets/isle.tsx", "../other/gone.tsx")));

        assertThat(refused.reason()).isEqualTo(ImportReason.MISSING_FILE);
        assertThat(refused.text()).contains("../other/gone.tsx").contains(":3:");
    }

    @Test
    void truncatedMapsAreRefusedAtEveryLength() {
        String whole = small(layer("<data encoding=\"csv\">1,1,1,1,1,1</data>"));
        int end = whole.lastIndexOf("</map>") + "</map>".length();
        for (int length = 0; length < end; length++) {
            ImportOutcome.Refused refused = refused(importMap(whole.substring(0, length)));
            assertThat(refused.reason())
                    .as("cut to %d", length)
                    .isIn(ImportReason.NOT_WELL_FORMED, ImportReason.NOT_A_MAP);
            assertThat(refused.place().file()).isEqualTo("maps/isle.tmx");
        }
    }

    @Test
    void documentTypesAndEntitiesAreRefused() {
        String doctype =
                "<!DOCTYPE map [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                        + "<map orientation=\"&x;\"/>";
        assertThat(refused(importMap(doctype)).reason()).isEqualTo(ImportReason.DOCTYPE);
        assertThat(refused(importMap(small("").replace("orthogonal", "&x;"))).reason())
                .isEqualTo(ImportReason.NOT_WELL_FORMED);
        assertThat(refused(importMap("<tileset/>")).reason()).isEqualTo(ImportReason.NOT_A_MAP);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<object id='7' x='48' y='0'/> | OUTSIDE_MAP | object 7 of layer 'o'",
                "<object id='7' x='-1' y='0'/> | OUTSIDE_MAP | object 7",
                "<object id='7' template='t.tx'/> | MISSING_FILE | maps/t.tx",
                "<object x='1' y='0'/> | BAD_ATTRIBUTE | 'id'",
                "<object id='7' x='one'/> | BAD_ATTRIBUTE | x='one'",
                "<object id='7' gid='99'/> | UNKNOWN_TILE | tile 99",
                "<object id='7'/><object id='7'/> | DUPLICATE_NAME | stands twice",
                "<object id='7'><properties><property name='a' type='int' value='x'/></properties>"
                        + "</object> | BAD_PROPERTY | 'a'",
                "<object id='7'><properties><property name='a' type='list'/></properties>"
                        + "</object> | BAD_PROPERTY | list",
                "<object id='7'><properties><property name='content_flags' value='x'/></properties>"
                        + "</object> | UNSUPPORTED_FEATURE | content_flags",
                "<object id='7'><properties><property name='asset_id' value='a b'/></properties>"
                        + "</object> | BAD_PROPERTY | asset id"
            })
    void brokenObjectsAreRefusedWithTheirPlace(String object, ImportReason reason, String detail) {
        ImportOutcome.Refused refused =
                refused(
                        importMap(
                                small(
                                        "<objectgroup id=\"2\" name=\"o\">"
                                                + object.replace('\'', '"')
                                                + "</objectgroup>")));

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.text()).contains(detail);
        assertThat(refused.place().line()).isPositive();
    }

    @Test
    void limitsAreNamedWithTheirValues() {
        ImportOptions tiny =
                new ImportOptions(
                        RoomKey.of("w", "r"),
                        ChunkGrid.DEFAULT,
                        Meta.NONE,
                        new ImportLimits(1 << 20, 5, 100, 100, 100, 100, 100));

        ImportOutcome.Refused refused =
                refused(importMap(small(layer("<data encoding=\"csv\">1,1,1,1,1,1</data>")), tiny));

        assertThat(refused.limit()).isNotNull();
        assertThat(refused.limit().name()).isEqualTo("cellsMax");
        assertThat(refused.limit().actual()).isEqualTo(6);
        assertThat(refused(importMap(map("width=\"1000000\" height=\"1000000\"", ""))).reason())
                .isEqualTo(ImportReason.OVER_LIMIT);
    }

    @Test
    void theFilesAMapNeedsAreTold() {
        assertThat(
                        MapImporter.references(
                                "m/a.tmx",
                                bytes(small("").replace("sets/", "../sets/")),
                                path -> Optional.of(bytes(SET))))
                .isEqualTo(new MapImporter.References.Found(List.of("sets/isle.tsx")));
        assertThat(MapImporter.references("m.tmx", bytes("<map"), path -> Optional.empty()))
                .isInstanceOf(MapImporter.References.Refused.class);
    }

    @Test
    void tilesetsOfSingleImagesMayHaveGaps() {
        Map<String, String> files =
                Map.of(
                        "maps/c.tsx",
                        "<tileset name=\"c\" tilecount=\"2\" columns=\"0\"><tile id=\"0\"/>"
                                + "<tile id=\"9\" class=\"tree\"><image source=\"t.png\"/></tile></tileset>");
        String map =
                small(layer("<data encoding=\"csv\">1,10,%s,0,0,0</data>"))
                        .replace("sets/isle.tsx", "c.tsx");

        ImportOutcome good = importMap(map.formatted(0), OPTIONS, files);
        ImportOutcome bad = importMap(map.formatted(5), OPTIONS, files);

        assertThat(ImportFixture.tileAt(imported(good), "ground", 1, 0).assetId())
                .isEqualTo("tiles/c/9");
        assertThat(refused(bad).text()).contains("cell (2, 0)");
    }
}
