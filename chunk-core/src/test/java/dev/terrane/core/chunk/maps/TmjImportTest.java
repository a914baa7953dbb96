package dev.terrane.core.chunk.maps;

import static dev.terrane.core.chunk.maps.ImportFixture.imported;
import static dev.terrane.core.chunk.maps.ImportFixture.object;
import static dev.terrane.core.chunk.maps.ImportFixture.refused;
import static dev.terrane.core.chunk.maps.ImportFixture.tileAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.WorldObject;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TmjImportTest {
    private static final String XML_SET =
            """
            <tileset name="isle" tilewidth="16" tileheight="16" tilecount="8" columns="4">
             <image source="isle.png" width="64" height="32"/>
             <tile id="2" type="wall"><properties>
              <property name="solid" type="bool" value="true"/>
              <property name="game_flags" type="int" value="5"/></properties></tile>
            </tileset>
            """;
    private static final String JSON_SET =
            """
            {'name':'isle','tilecount':8,'columns':4,'image':'isle.png','tiles':[
             {'id':2,'type':'wall','properties':[{'name':'solid','type':'bool','value':true},
              {'name':'game_flags','type':'int','value':5}]}]}
            """;
    private static final String OBJECTS_XML =
            """
            <objectgroup id="2" name="things">
             <object id="1" name="a" type="spawn" x="24" y="8"><point/></object>
             <object id="2" class="area" x="0" y="0" width="32" height="16"><properties>
              <property name="n" type="int" value="3"/><property name="f" type="float" value="0.5"/>
              <property name="to" type="object" value="1"/>
              <property name="c" type="class" propertytype="K"><properties>
               <property name="in" type="bool" value="true"/></properties></property>
              <property name="dynamic" type="bool" value="true"/></properties></object>
             <object id="3" gid="2147483651" x="16" y="16" width="16" height="16"/>
             <object id="4" x="8" y="4" rotation="90"><polygon points="0,0 16,0 0,8"/></object>
             <object id="5" x="1" y="1" width="4" height="4"><ellipse/></object>
             <object id="6" x="1" y="2" width="4" height="4"><text>hi</text></object>
            </objectgroup>
            """;
    private static final String OBJECTS_JSON =
            """
            {'type':'objectgroup','id':2,'name':'things','objects':[
             {'id':1,'name':'a','type':'spawn','x':24,'y':8,'point':true},
             {'id':2,'class':'area','name':'','x':0,'y':0,'width':32,'height':16,'properties':[
              {'name':'n','type':'int','value':3},{'name':'f','type':'float','value':0.5},
              {'name':'to','type':'object','value':1},
              {'name':'c','type':'class','propertytype':'K','value':{'in':true}},
              {'name':'dynamic','type':'bool','value':true}]},
             {'id':3,'gid':2147483651,'x':16,'y':16,'width':16,'height':16},
             {'id':4,'x':8,'y':4,'rotation':90,
              'polygon':[{'x':0,'y':0},{'x':16,'y':0},{'x':0,'y':8}]},
             {'id':5,'x':1,'y':1,'width':4,'height':4,'ellipse':true},
             {'id':6,'x':1,'y':2,'width':4,'height':4,'text':{'text':'hi','wrap':true}}]}
            """;

    private static String xml(String layers) {
        return """
        <map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
         <tileset firstgid="1" source="isle.tsx"/>%s</map>
        """
                .formatted(layers);
    }

    private static String json(String source, String layers) {
        return """
        {'type':'map','orientation':'orthogonal','width':3,'height':2,'tilewidth':16,'tileheight':16,
         'infinite':false,'tilesets':[{'firstgid':1,%s}],'layers':[%s]}
        """
                .formatted(source, layers);
    }

    private static String layer(String data) {
        return "{'type':'tilelayer','id':4,'name':'ground','width':3,'height':2," + data + "}";
    }

    private static final String CELLS = "'data':[1,3,2147483651,1073741827,536870916,3758096385]";
    private static final Map<String, String> FILES =
            Map.of("isle.tsx", XML_SET, "isle.tsj", JSON_SET);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'source':'isle.tsx'",
                "'source':'isle.tsj'",
                "'name':'isle','tilecount':8,'image':'i.png','tiles':[{'id':2,'type':'wall',"
                        + "'properties':[{'name':'solid','type':'bool','value':true},"
                        + "{'name':'game_flags','type':'int','value':5}]}]"
            })
    void theJsonFormGivesTheChunksOfTheXmlForm(String source) {
        String xml =
                "<layer id=\"4\" name=\"ground\"><data encoding=\"csv\">1,3,2147483651,1073741827,"
                        + "536870916,3758096385</data></layer>"
                        + OBJECTS_XML;

        ImportOutcome.Imported fromXml = imported("m.tmx", xml(xml), FILES);
        ImportOutcome.Imported fromJson =
                imported("m.tmj", json(source, layer(CELLS) + "," + OBJECTS_JSON), FILES);

        assertThat(fromJson.chunks()).isEqualTo(fromXml.chunks());
        assertThat(fromJson.bounds()).isEqualTo(fromXml.bounds());
        assertThat(tileAt(fromJson, "ground", 1, 0).solid()).isTrue();
        assertThat(tileAt(fromJson, "ground", 1, 0).flags()).isEqualTo(5 << 16);
        assertThat(tileAt(fromJson, "ground", 2, 0).flags()).isEqualTo(5 << 16 | TileDef.FLIP_X);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zlib", "gzip", "zstd"})
    void everyCompressionGivesTheSameTiles(String compression) throws IOException {
        String data =
                "'encoding':'base64','compression':'%s','data':'%s'"
                        .formatted(
                                compression,
                                ImportFixture.base64(
                                        new int[] {
                                            1, 3, 0x80000003, 0x40000003, 0x20000004, 0xE0000001
                                        },
                                        compression));

        assertThat(imported("m.tmj", json("'source':'isle.tsx'", layer(data)), FILES))
                .isEqualTo(imported("m.tmj", json("'source':'isle.tsx'", layer(CELLS)), FILES));
    }

    @Test
    void infiniteMapsHaveChunksLeftOfAndAboveTheOrigin() {
        String map =
                """
                {'orientation':'orthogonal','width':9,'height':9,'tilewidth':16,'tileheight':16,
                 'infinite':true,'tilesets':[{'firstgid':1,'source':'isle.tsx'}],'layers':[
                 {'type':'group','name':'g','layers':[{'type':'tilelayer','id':7,'name':'l','chunks':[
                 {'x':-2,'y':-1,'width':2,'height':1,'data':[0,3]},
                 {'x':8,'y':4,'width':1,'height':1,'data':[1]}]}]},
                 {'type':'imagelayer','name':'sky'}]}
                """;

        ImportOutcome.Imported imported = imported("m.tmj", map, FILES);

        assertThat(imported.chunks())
                .extracting(chunk -> chunk.key().coord())
                .containsExactly(new ChunkCoord(-1, -1, 0), new ChunkCoord(2, 1, 0));
        assertThat(tileAt(imported, "g/l", -1, -1).solid()).isTrue();
        assertThat(imported.warnings())
                .last()
                .isEqualTo("m.tmj, layer 'sky', /layers/1: image layers are not kept");
    }

    @Test
    void templatesOfBothFormsFillInWhatAnObjectLeavesOpen() {
        Map<String, String> files =
                Map.of(
                        "sets/isle.tsx",
                        XML_SET,
                        "t/wall.tx",
                        """
                        <template><tileset firstgid="5" source="../sets/isle.tsx"/>
                        <object name="w" type="door" gid="7" width="16" height="16"><properties>
                         <property name="a" value="under"/><property name="b" value="under"/>
                        </properties></object></template>
                        """,
                        "t/spot.tj",
                        "{'type':'template','object':{'name':'s','type':'spawn','point':true}}");
        String json =
                """
                {'orientation':'orthogonal','width':3,'height':2,'tilewidth':16,'tileheight':16,
                 'layers':[{'type':'objectgroup','name':'o','objects':[
                 {'id':1,'template':'t/wall.tx','x':0,'y':16,
                  'properties':[{'name':'b','type':'string','value':'over'}]},
                 {'id':2,'template':'t/spot.tj','x':8,'y':8,'name':'mine'}]}],'tilesets':[]}
                """;
        String xml =
                """
                <map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
                <objectgroup name="o"><object id="1" template="t/wall.tx" x="0" y="16"><properties>
                <property name="b" value="over"/></properties></object>
                <object id="2" template="t/spot.tj" x="8" y="8" name="mine"/></objectgroup></map>
                """;

        ImportOutcome.Imported imported = imported("m.tmj", json, files);

        WorldObject wall = object(imported, "obj_1");
        assertThat(wall.type()).isEqualTo("door");
        assertThat(wall.assetId()).isEqualTo("tiles/isle/2");
        assertThat(wall.properties().toJson())
                .contains("\"a\":\"under\"", "\"b\":\"over\"", "\"name\":\"w\"");
        assertThat(wall.transform().position().y()).isEqualTo(0.5f);
        assertThat(object(imported, "obj_2").properties()).hasToString("{\"name\":\"mine\"}");
        assertThat(imported("m.tmx", xml, files).chunks()).isEqualTo(imported.chunks());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'orientation':'isometric','width':1,'height':1,'tilewidth':1,'tileheight':1,"
                        + "'layers':[]} | UNSUPPORTED_ORIENTATION | isometric",
                "{'layers':[],'tilewidth':16} | BAD_ATTRIBUTE | 'width'",
                "{'layers':[],'tilewidth':16 | NOT_WELL_FORMED | 1",
                "{'a':1} | NOT_A_MAP | neither",
                "12 | BAD_DATA | an object is expected",
                "'' | NOT_WELL_FORMED | no JSON"
            })
    void otherFilesAreRefused(String map, ImportReason reason, String detail) {
        ImportOutcome.Refused refused = refused("m.tmj", map.equals("''") ? "" : map, FILES);

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.text()).startsWith("m.tmj").contains(detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'data':[1,1,1,1,1] | BAD_DATA | 6 cells",
                "'data':[1,1,1,1,1,1,1] | BAD_DATA | 6 cells",
                "'data':[1,1,1,1,1,-1] | BAD_DATA | integer",
                "'data':[1,1,1,1,1,'x'] | BAD_DATA | integer",
                "'data':[1,1,1,1,1,99] | UNKNOWN_TILE | cell (2, 1)",
                "'data':[] | BAD_DATA | 6 cells",
                "'data':'1,2' | BAD_DATA | 6 cells",
                "'encoding':'base64','data':'****' | BAD_DATA | base64",
                "'encoding':'base64','compression':'lz4','data':'' | UNSUPPORTED_ENCODING | lz4",
                "'encoding':'base64','compression':'zstd','data':'AAAA' | BAD_DATA | zstd",
                "'encoding':'base64','compression':'zstd','data':'' | BAD_DATA | 6 cells",
                "'data':[1,1,1,1,1,1],'id':70000 | BAD_ATTRIBUTE | 70000"
            })
    void brokenLayersAreRefusedWithTheirPlace(String data, ImportReason reason, String detail) {
        String layer =
                data.contains("'id'")
                        ? "{'type':'tilelayer','name':'ground'," + data + "}"
                        : layer(data);
        ImportOutcome.Refused refused = refused("m.tmj", json("'source':'isle.tsx'", layer), FILES);

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.text()).contains(detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'id':7,'x':99999,'y':0} | OUTSIDE_MAP | object 7 of layer 'o'",
                "{'x':1} | BAD_ATTRIBUTE | 'id'",
                "{'id':7,'gid':99} | UNKNOWN_TILE | tile 99",
                "{'id':7},{'id':7} | DUPLICATE_NAME | object 7",
                "{'id':7,'template':'gone.tx'} | MISSING_FILE | gone.tx",
                "{'id':7,'template':'/etc/passwd'} | BAD_PATH | relative",
                "{'id':7,'properties':[{'name':'l','type':'list','value':[]}]} | BAD_PROPERTY | list",
                "{'id':7,'properties':[{'name':'i','type':'int','value':'x'}]} | BAD_PROPERTY | 'i'",
                "{'id':7,'properties':[{'name':'content_flags','value':''}]}"
                        + " | UNSUPPORTED_FEATURE | content_flags",
                "{'id':7,'properties':[{'name':'c','type':'class','value':{'content_flags':1}}]}"
                        + " | UNSUPPORTED_FEATURE | content_flags",
                "{'id':7,'polygon':[{'x':1}]} | BAD_ATTRIBUTE | 'y'",
                "{'id':7,'x':1e400} | BAD_ATTRIBUTE | finite",
                "{'id':DIGITS} | BAD_ATTRIBUTE | integer",
                "{'id':7,'properties':[{'name':'o','type':'object','value':DIGITS}]}"
                        + " | BAD_PROPERTY | 'o'"
            })
    void brokenObjectsAreRefusedWithTheirId(String object, ImportReason reason, String detail) {
        String layer =
                "{'type':'objectgroup','name':'o','objects':["
                        + object.replace("DIGITS", "9".repeat(30))
                        + "]}";

        ImportOutcome.Refused refused = refused("m.tmj", json("'source':'isle.tsx'", layer), FILES);

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.text()).contains(detail);
    }
}
