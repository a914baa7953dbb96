package dev.terrane.core.chunk.maps;

import static dev.terrane.core.chunk.maps.ImportFixture.imported;
import static dev.terrane.core.chunk.maps.ImportFixture.object;
import static dev.terrane.core.chunk.maps.ImportFixture.refused;
import static dev.terrane.core.chunk.maps.ImportFixture.tileAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LdtkImportTest {
    private static final String DEFS =
            """
            'defs':{'layers':[
             {'identifier':'Things','__type':'Entities','uid':30,'gridSize':8},
             {'identifier':'Decor','__type':'Tiles','uid':20,'gridSize':16},
             {'identifier':'Ground','__type':'IntGrid','uid':10,'gridSize':16,
              'intGridValues':[{'value':1,'identifier':'wall_solid','groupUid':0},
               {'value':2,'identifier':null,'groupUid':4}],
              'intGridValuesGroups':[{'uid':4,'identifier':'liquid'}]}],
             'tilesets':[{'identifier':'Main','uid':1,'__cWid':4,'__cHei':4,
              'customData':[{'tileId':3,'data':'{\\'solid\\':true,\\'variants\\':2}'},
               {'tileId':4,'data':'just a note'}],
              'enumTags':[{'enumValueId':'Walkable','tileIds':[5]},
               {'enumValueId':'Other','tileIds':[6]}]}],'entities':[]}
            """;
    private static final String FIRST_LAYERS =
            """
            'layerInstances':[
             {'__identifier':'Things','__type':'Entities','layerDefUid':30,'entityInstances':[
              {'__identifier':'Door','iid':'aaaa-bbbb','px':[16,32],'__pivot':[0.5,1],'width':16,
               'height':32,'fieldInstances':[
                {'__identifier':'locked','__type':'Bool','__value':true},
                {'__identifier':'to','__type':'EntityRef','__value':{'entityIid':'cccc','levelIid':'x'}},
                {'__identifier':'way','__type':'Array<Point>','__value':[{'cx':1,'cy':1}]},
                {'__identifier':'dynamic','__type':'Bool','__value':true},
                {'__identifier':'none','__type':'Int','__value':null}]},
              {'__identifier':'Spawn','iid':'cccc','px':[4,4],'__pivot':[0,0],'width':0,'height':0,
               'fieldInstances':[{'__identifier':'asset_id','__type':'String','__value':'own/x'}]}]},
             {'__identifier':'Decor','__type':'Tiles','layerDefUid':20,'__tilesetDefUid':1,
              'gridTiles':[{'px':[0,0],'src':[0,0],'f':1,'t':3,'d':[0],'a':1},
               {'px':[0,0],'src':[0,0],'f':0,'t':5,'d':[0],'a':1},
               {'px':[16,16],'src':[0,0],'f':2,'t':0}]},
             {'__identifier':'Ground','__type':'IntGrid','layerDefUid':10,'__tilesetDefUid':1,
              'intGridCsv':[0,1,2,0],'autoLayerTiles':[{'px':[16,0],'src':[0,0],'f':0,'t':7}]}]
            """;
    private static final String SECOND_LAYERS =
            """
            'layerInstances':[
             {'__identifier':'Ground','__type':'IntGrid','layerDefUid':10,'__tilesetDefUid':1,
              'intGridCsv':[1,1],'autoLayerTiles':[]}]
            """;

    private static String project(String levels) {
        return "{'__header__':{'app':'LDtk'},'jsonVersion':'1.5.3','defaultGridSize':16,"
                + "'worldLayout':'GridVania',"
                + DEFS
                + ",'levels':["
                + levels
                + "]}";
    }

    private static String level(String name, int x, int y, int width, int height, String content) {
        return """
        {'identifier':'%s','worldX':%d,'worldY':%d,'worldDepth':0,'pxWid':%d,'pxHei':%d,%s}
        """
                .formatted(name, x, y, width, height, content);
    }

    private static final String FIRST = level("One", -16, 0, 32, 32, FIRST_LAYERS);
    private static final String SECOND = level("Two", 64, 32, 32, 16, SECOND_LAYERS);

    @Test
    void levelsLieSideBySideWithTheirIntGridsTilesAndEntities() {
        ImportOutcome.Imported map = imported("p.ldtk", project(FIRST + "," + SECOND), Map.of());

        assertThat(map.bounds()).isEqualTo(new Box(-1, 0, 0, 6, 3, 1));
        assertThat(map.chunks())
                .extracting(chunk -> chunk.key().coord())
                .containsExactly(
                        new ChunkCoord(-1, 0, 0), new ChunkCoord(0, 0, 0), new ChunkCoord(1, 0, 0));
        assertThat(map.chunks().getFirst().layers())
                .extracting(TileLayer::name)
                .containsExactly("Ground", "Ground.tiles", "Decor", "Decor.2");
        assertThat(tileAt(map, "Ground", 0, 0).assetId()).isEqualTo("intgrid/Ground/wall_solid");
        assertThat(tileAt(map, "Ground", 0, 0).solid()).isTrue();
        assertThat(tileAt(map, "Ground", -1, 1).assetId()).isEqualTo("intgrid/Ground/2");
        assertThat(tileAt(map, "Ground", -1, 1).flags()).isEqualTo(TileDef.LIQUID);
        assertThat(tileAt(map, "Ground", 4, 2).solid()).isTrue();
        assertThat(tileAt(map, "Ground.tiles", 0, 0).assetId()).isEqualTo("tiles/Main/7");
        TileDef decor = tileAt(map, "Decor", -1, 0);
        assertThat(decor.assetId()).isEqualTo("tiles/Main/3");
        assertThat(decor.solid()).isTrue();
        assertThat(decor.variants()).isEqualTo(2);
        assertThat(decor.flags()).isEqualTo(TileDef.FLIP_X);
        assertThat(tileAt(map, "Decor.2", -1, 0).flags()).isEqualTo(TileDef.WALKABLE);
        assertThat(tileAt(map, "Decor", 0, 1).flags()).isEqualTo(TileDef.FLIP_Y);
        WorldObject door = object(map, "aaaa-bbbb");
        assertThat(door.type()).isEqualTo("Door");
        assertThat(door.assetId()).isEqualTo("objects/Door");
        assertThat(door.dynamic()).isTrue();
        assertThat(door.transform().position().x()).as("its centre").isZero();
        assertThat(door.transform().position().y()).isEqualTo(1f);
        assertThat(door.properties())
                .hasToString(
                        "{\"locked\":true,\"none\":null,\"shape\":{\"height\":2,\"kind\":"
                                + "\"rectangle\",\"width\":1},\"to\":\"cccc\",\"way\":"
                                + "[{\"x\":0.5,\"y\":1.5}]}");
        assertThat(object(map, "cccc").assetId()).isEqualTo("own/x");
    }

    @Test
    void levelFilesOfTheirOwnGiveTheSame() {
        String external = "'externalRelPath':'p/Two.ldtkl','layerInstances':null";

        ImportOutcome.Imported map =
                imported(
                        "maps/p.ldtk",
                        project(FIRST + "," + level("Two", 64, 32, 32, 16, external)),
                        Map.of("maps/p/Two.ldtkl", SECOND));

        assertThat(map).isEqualTo(imported("maps/p.ldtk", project(FIRST + "," + SECOND), Map.of()));
    }

    @Test
    void linearLayoutsPutLevelsOneAfterAnother() {
        String project =
                project(
                                level("One", -1, -1, 32, 16, SECOND_LAYERS)
                                        + ","
                                        + level("Two", -1, -1, 32, 16, SECOND_LAYERS))
                        .replace("GridVania", "LinearVertical");

        assertThat(imported("p.ldtk", project, Map.of()).bounds())
                .isEqualTo(new Box(0, 0, 0, 2, 2, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'worldX':64 | 'worldX':65 | UNSUPPORTED_FEATURE | level 'Two'",
                "'worldX':64,'worldY':32 | 'worldX':0,'worldY':0 | UNSUPPORTED_FEATURE | overlaps",
                "'worldX':64 | 'worldX':2147483632 | OVER_LIMIT | cells from the origin",
                "'worldDepth':0 | 'worldDepth':1 | UNSUPPORTED_FEATURE | depths",
                "'uid':20,'gridSize':16 | 'uid':20,'gridSize':8 | UNSUPPORTED_FEATURE | grid",
                "'px':[16,16],'src' | 'px':[16,9],'src' | UNSUPPORTED_FEATURE | off the grid",
                "'px':[16,16],'src' | 'px':[16,64],'src' | OUTSIDE_MAP | level 'One', layer 'Decor'",
                "'f':2,'t':0 | 'f':2,'t':99 | UNKNOWN_TILE | 99",
                "'f':2,'t':0 | 'f':4,'t':0 | BAD_DATA | 0 to 3",
                "'intGridCsv':[1,1] | 'intGridCsv':[1] | BAD_DATA | 2 cells",
                "'intGridCsv':[1,1] | 'intGridCsv':[1,9] | UNKNOWN_TILE | value 9",
                "'intGridCsv':[1,1] | 'intGridCsv':[1,'a'] | BAD_DATA | integer",
                "'iid':'cccc' | 'iid':'aaaa-bbbb' | DUPLICATE_NAME | entity aaaa-bbbb",
                "'iid':'cccc' | 'iid':'c c' | BAD_PROPERTY | id 'c c'",
                "'px':[4,4] | 'px':[400,4] | OUTSIDE_MAP | entity cccc",
                "'__identifier':'locked' | '__identifier':'content_flags'"
                        + " | UNSUPPORTED_FEATURE | content_flags",
                "'layerDefUid':30 | 'layerDefUid':31 | BAD_DATA | uid 31",
                "'levels':[ | 'worlds':[{'levels':[]},{'levels':[]}],'levels':["
                        + " | UNSUPPORTED_FEATURE | worlds",
                "'jsonVersion':'1.5.3' | 'jsonVersion':'0.9.3' | UNSUPPORTED_FEATURE | 0.9.3",
                "'jsonVersion':'1.5.3' | 'jsonVersion':'2.0.0' | UNSUPPORTED_FEATURE | 2.0.0",
                "'worldLayout':'GridVania' | 'worldLayout':'Round' | UNSUPPORTED_FEATURE | Round"
            })
    void whatIsNotSupportedIsRefusedByName(
            String found, String put, ImportReason reason, String detail) {
        String project = project(FIRST + "," + SECOND);
        int at = project.lastIndexOf(found);
        String broken = project.substring(0, at) + put + project.substring(at + found.length());

        ImportOutcome.Refused refused = refused("p.ldtk", broken, Map.of());

        assertThat(refused.text()).startsWith("p.ldtk").contains(detail);
        assertThat(refused.reason()).isEqualTo(reason);
    }

    @Test
    void aMissingLevelFileIsNamed() {
        String external = "'externalRelPath':'p/Two.ldtkl','layerInstances':null";

        assertThat(
                        refused("p.ldtk", project(level("Two", 64, 32, 32, 16, external)), Map.of())
                                .text())
                .contains("level 'Two'", "p/Two.ldtkl");
    }
}
