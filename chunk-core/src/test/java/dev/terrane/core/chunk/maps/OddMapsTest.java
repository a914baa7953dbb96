package dev.terrane.core.chunk.maps;

import static dev.terrane.core.chunk.maps.ImportFixture.imported;
import static dev.terrane.core.chunk.maps.ImportFixture.object;
import static dev.terrane.core.chunk.maps.ImportFixture.refused;
import static dev.terrane.core.chunk.maps.ImportFixture.tileAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.TileDef;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps as editors do write them, though seldom; chunks are 4 x 4. */
class OddMapsTest {
    private static final Map<String, String> FILES =
            Map.of(
                    "s.tsx",
                    "<tileset name='s' tilewidth='16' tileheight='16' tilecount='8' columns='4'>"
                            + "<image source='s.png' width='64' height='32'/></tileset>",
                    "after.tx",
                    "<template><object name='t' width='16' height='16' gid='2147483651'/>"
                            + "<tileset firstgid='1' source='s.tsx'/></template>",
                    "L2.ldtkl",
                    "{'identifier':'L2','layerInstances':[{'__identifier':'G','__type':'IntGrid',"
                            + "'layerDefUid':1,'intGridCsv':[3,1,1,3],'autoLayerTiles':[]}]}");

    private static String tmx(int infinite, String content) {
        return "<map orientation='orthogonal' width='8' height='8' tilewidth='16' tileheight='16' infinite='%d'>"
                        .formatted(infinite)
                + "<tileset firstgid='1' source='s.tsx'/>"
                + content
                + "</map>";
    }

    private static ImportOutcome.Imported objects(String content) {
        return imported(
                "m.tmx", tmx(0, "<objectgroup name='o'>" + content + "</objectgroup>"), FILES);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0",
        "-0.0, 0, 0, 0",
        "64, 0, 1, 0",
        "0, 63.5, 0, 0",
        "64, 64, 1, 1",
        // Not float32: the nearest one would lie beyond the map, in a chunk it has not.
        "127.99999999, 127.9999, 1, 1",
        "127.9999, 127.99999999, 1, 1",
    })
    void anObjectAtAnEdgeIsInAChunkOfTheMap(String x, String y, int cx, int cy) {
        ImportOutcome.Imported map = objects("<object id='1' x='%s' y='%s'/>".formatted(x, y));

        assertThat(map.bounds()).isEqualTo(new Box(0, 0, 0, 8, 8, 1));
        assertThat(map.chunks()).hasSize(4);
        Chunk chunk =
                map.chunks().stream().filter(c -> !c.objects().isEmpty()).findFirst().orElseThrow();
        assertThat(chunk.key().coord()).isEqualTo(new ChunkCoord(cx, cy, 0));
        assertThat(map.objects().find(chunk.key().coord(), chunk.objects().getFirst().id()))
                .isPresent();
    }

    @Test
    void pointsMayBePartedByAnyWhiteSpace() {
        ImportOutcome.Imported map =
                objects(
                        "<object id='1' x='32' y='32'><polyline points='0,0&#10;16,-16  8,3.5'/>"
                                + "</object>");

        assertThat(object(map, "obj_1").properties().toJson())
                .isEqualTo(
                        "{\"shape\":{\"kind\":\"polyline\",\"points\":[[0,0],[1,-1],[0.5,0.21875]]}}");
    }

    @Test
    void aTemplateMayStateItsTilesetAfterItsObject() {
        ImportOutcome.Imported map =
                objects(
                        "<object id='1' template='after.tx' x='16' y='16'/>"
                                + "<object id='2' template='after.tx' x='16' y='32' gid='2' name=''/>");

        assertThat(object(map, "obj_1").assetId()).isEqualTo("tiles/s/2");
        assertThat(object(map, "obj_1").properties().toJson()).contains("flip_x", "\"name\":\"t\"");
        assertThat(object(map, "obj_2").assetId()).isEqualTo("tiles/s/1");
        assertThat(object(map, "obj_2").properties().toJson()).doesNotContain("name");
    }

    @Test
    void compressedChunksLeftOfTheOriginLieWhereTheySay() throws IOException {
        String xml =
                tmx(
                        1,
                        "<layer id='1' name='g'><data encoding='base64' compression='zlib'>"
                                + "<chunk x='-16' y='-16' width='16' height='16'>"
                                + packed(255, 0x8000_0001, "zlib")
                                + "</chunk></data></layer>");
        String json =
                """
                {'orientation':'orthogonal','width':1,'height':1,'tilewidth':16,'tileheight':16,
                 'infinite':true,'tilesets':[{'firstgid':1,'source':'s.tsx'}],'layers':[
                 {'type':'tilelayer','id':1,'name':'g','encoding':'base64','compression':'gzip',
                  'startx':-16,'starty':-16,'chunks':[
                  {'x':-16,'y':-16,'width':16,'height':16,'data':'%s'}]}]}"""
                        .formatted(packed(255, 0x8000_0001, "gzip"));

        ImportOutcome.Imported map = imported("m.tmx", xml, FILES);

        assertThat(tileAt(map, "g", -1, -1).assetId()).isEqualTo("tiles/s/0");
        assertThat(tileAt(map, "g", -1, -1).flags()).isEqualTo(TileDef.FLIP_X);
        assertThat(map.bounds()).isEqualTo(new Box(-4, -4, 0, 0, 0, 1));
        assertThat(imported("m.tmj", json, FILES).chunks()).isEqualTo(map.chunks());
    }

    /** 16 x 16 cells with one tile. */
    private static String packed(int at, int gid, String compression) throws IOException {
        ByteBuffer cells = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
        cells.putInt(at * 4, gid);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (var packed =
                compression.equals("zlib")
                        ? new DeflaterOutputStream(out)
                        : new GZIPOutputStream(out)) {
            packed.write(cells.array());
        }
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    /** Reproduced: both were imported as maps without anything. */
    @Test
    void cellsOfAnInfiniteMapOutsideItsChunksAreNotLostSilently() {
        String xml = tmx(1, "<layer id='1' name='g'><data encoding='csv'>1,2,3,4</data></layer>");
        String json =
                """
                {'orientation':'orthogonal','width':2,'height':2,'tilewidth':16,'tileheight':16,
                 'infinite':true,'layers':[{'type':'tilelayer','id':1,'name':'g','data':[1,2]}]}""";

        assertThat(refused("m.tmx", xml, FILES).text())
                .contains("layer 1 'g'", "elements are expected, not text");
        assertThat(refused("m.tmj", json, FILES).text())
                .isEqualTo(
                        "m.tmj, layer 1 'g', /layers/0/data: cells of an infinite map stand in chunks");
    }

    @Test
    void levelsLeftOfTheOriginAndInFilesOfTheirOwnLieSideBySide() {
        String project =
                """
                {'jsonVersion':'1.5.3','worldLayout':'Free','defs':{'layers':[
                 {'identifier':'G','__type':'IntGrid','uid':1,'gridSize':16,'intGridValues':[
                  {'value':1,'identifier':'wall'},{'value':3,'identifier':null}]}],'tilesets':[]},
                 'levels':[
                 {'identifier':'L1','worldX':-32,'worldY':-16,'pxWid':32,'pxHei':32,
                  'layerInstances':[{'__identifier':'G','__type':'IntGrid','layerDefUid':1,
                   'intGridCsv':[1,0,0,1]}]},
                 {'identifier':'L2','worldX':0,'worldY':0,'pxWid':32,'pxHei':32,
                  'externalRelPath':'L2.ldtkl','layerInstances':null}]}""";

        ImportOutcome.Imported map = imported("p.ldtk", project, FILES);

        assertThat(map.bounds()).isEqualTo(new Box(-2, -1, 0, 2, 2, 1));
        assertThat(tileAt(map, "G", -2, -1).assetId()).isEqualTo("intgrid/G/wall");
        assertThat(tileAt(map, "G", -1, 0).assetId()).isEqualTo("intgrid/G/wall");
        assertThat(tileAt(map, "G", -2, 0)).isEqualTo(TileDef.AIR);
        assertThat(tileAt(map, "G", 0, 0).assetId()).isEqualTo("intgrid/G/3");
        assertThat(tileAt(map, "G", 1, 0).assetId()).isEqualTo("intgrid/G/wall");
    }
}
