package dev.terrane.core.chunk.maps;

import static dev.terrane.core.chunk.maps.ImportFixture.imported;
import static dev.terrane.core.chunk.maps.ImportFixture.object;
import static dev.terrane.core.chunk.maps.ImportFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.Transform;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a map is lost silently: it is kept, refused, or named in a warning. */
class UnkeptTest {
    private static final String SET =
            """
            <tileset name="s" tilewidth="16" tileheight="16" tilecount="4" columns="2"%s>
            <image source="s.png"/>%s</tileset>
            """;

    private static String xml(String map, String content) {
        return """
        <map width="4" height="4" tilewidth="16" tileheight="16" renderorder="left-up" %s>
        <tileset firstgid="1" source="s.tsx"/>%s</map>
        """
                .formatted(map, content);
    }

    private static List<String> warnings(String map, String content, String set, String inSet) {
        return imported("m.tmx", xml(map, content), Map.of("s.tsx", SET.formatted(set, inSet)))
                .warnings();
    }

    private static String layer(String attributes, String content) {
        return "<layer id='1' name='l' %s>%s<data encoding='csv'>%s</data></layer>"
                .formatted(attributes, content, "1,".repeat(15) + "1")
                .replace('\'', '"');
    }

    private static String objects(String attributes, String content) {
        return "<objectgroup id='2' name='things' %s>%s</objectgroup>"
                .formatted(attributes, content)
                .replace('\'', '"');
    }

    @Test
    void whatIsAsUsualIsNotTold() {
        String usual =
                "opacity='1.0' visible='1' parallaxx='1' parallaxy='1.00' offsetx='0' locked='1'";

        assertThat(
                        warnings(
                                "class='' nextlayerid='3' parallaxoriginx='0'".replace('\'', '"'),
                                layer(usual, "")
                                        + objects(usual + " color='#ff0000'", "<object id='1'/>")
                                        + "<editorsettings><export target=\"x\"/></editorsettings>",
                                "",
                                "<grid orientation=\"orthogonal\"/><tile id=\"0\"/>"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "opacity='0.5' | | layer 1 'l': not kept: opacity",
                "visible='0' tintcolor='#ff0000' | | not kept: visible, tintcolor",
                "parallaxx='0.5' mode='multiply' | | not kept: parallaxx, mode",
                "offsetx='3' offsety='-1' | | not kept: offsetx, offsety",
                "class='night' future='7' | | not kept: class, future",
                " | <properties><property name='mood' value='dark'/></properties> | not kept: property 'mood'",
                " | <future/> | not kept: <future>"
            })
    void layersOfXmlAndJsonTellWhatTheyLose(
            @org.jspecify.annotations.Nullable String attributes,
            @org.jspecify.annotations.Nullable String content,
            String warning) {
        String more = attributes == null ? "" : attributes;
        String inside = content == null ? "" : content.replace('\'', '"');

        assertThat(warnings("", layer(more, inside), "", ""))
                .singleElement()
                .asString()
                .startsWith("m.tmx:")
                .contains(warning);
        String group = "<group id='3' name='g' %s>".formatted(more).replace('\'', '"');
        assertThat(warnings("", group + inside + layer("", "") + "</group>", "", ""))
                .singleElement()
                .asString()
                .contains("group 'g'")
                .endsWith(warning.substring(warning.indexOf("not kept")));
        assertThat(warnings("", objects(more, inside), "", ""))
                .singleElement()
                .asString()
                .contains("object layer 'things'")
                .endsWith(warning.substring(warning.indexOf("not kept")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tilelayer", "objectgroup", "group"})
    void layersOfJsonTellWhatTheyLose(String type) {
        String map =
                """
                {'width':1,'height':1,'tilewidth':8,'tileheight':8,'backgroundcolor':'#000000',
                'tilesets':[{'firstgid':1,'name':'s','tilecount':1,'image':'s.png','wangsets':[{'name':'w'}],
                'tiles':[{'id':0,'animation':[{'tileid':0}],'properties':
                [{'name':'damage','type':'int','value':3}]}]}],
                'properties':[{'name':'author','value':'ann'}],
                'layers':[{'type':'%s','id':4,'name':'l','data':[0],'objects':[],'layers':[],'opacity':0.5,
                'visible':false,'parallaxx':2,'future':{'a':1},'none':[],
                'properties':[{'name':'mood','value':'dark'}]}]}
                """
                        .formatted(type);

        List<String> warnings = imported("m.tmj", map, Map.of()).warnings();

        assertThat(warnings).hasSize(3);
        assertThat(warnings.get(0))
                .isEqualTo(
                        "m.tmj, tileset 's', /tilesets/0: not kept: wangsets, animation of tiles,"
                                + " property 'damage' of cells");
        assertThat(warnings.get(1))
                .contains("'l'", "/layers/0")
                .endsWith("not kept: opacity, visible, parallaxx, future, property 'mood'");
        assertThat(warnings.get(2)).endsWith("not kept: backgroundcolor, property 'author'");
    }

    @Test
    void objectsTellWhatTheyLose() {
        String content =
                """
                <object id='1' visible='0' future='x'/>
                <object id='2'><text fontfamily='Serif' wrap='1' halign='left'>hi</text></object>
                <object id='3'><future/></object>
                <object id='4' template='t.tx'/>
                """;
        String template = "<template><object opacity=\"0.5\" type=\"lamp\"/></template>";

        ImportOutcome.Imported map =
                imported(
                        "m.tmx",
                        xml("", objects("", content)),
                        Map.of("s.tsx", SET.formatted("", ""), "t.tx", template));

        assertThat(map.warnings())
                .extracting(text -> text.substring(text.indexOf("object ")))
                .containsExactly(
                        "object 1 of layer 'things': not kept: visible, future",
                        "object 2 of layer 'things': not kept: text fontfamily, text wrap",
                        "object 3 of layer 'things': not kept: <future>",
                        "object 4 of layer 'things': not kept: opacity");
        assertThat(object(map, "obj_4").type()).isEqualTo("lamp");
    }

    @Test
    void tilesetsTellWhatTheyLoseOnce() {
        String inSet =
                """
                <tileoffset x="1" y="0"/><properties><property name="theme" value="sea"/></properties>
                <wangsets><wangset name="w" type="corner" tile="-1"/></wangsets>
                <tile id="0" type="crate"><animation><frame tileid="1" duration="9"/></animation></tile>
                <tile id="1"><objectgroup><object id="1"/></objectgroup><properties>
                 <property name="variants" type="int" value="300"/><property name="solid" value="yes"/>
                 <property name="loot" value="gold"/></properties></tile>
                """;

        assertThat(warnings("", "", " tilerendersize=\"grid\"", inSet))
                .singleElement()
                .asString()
                .startsWith("s.tsx:")
                .contains(
                        "tileset 's': not kept: tilerendersize, tileoffset, property 'theme', wangsets,"
                                + " animation of tiles, objectgroup of tiles, class of cells,"
                                + " property 'loot' of cells, property 'solid' of tile 1, \"yes\","
                                + " property 'variants' of tile 1, 300");
    }

    @Test
    void thereAreNotEndlesslyManyWarningsButAllAreCounted() {
        StringBuilder content = new StringBuilder();
        for (int i = 1; i <= 1_500; i++) {
            content.append("<object id='").append(i).append("' visible='0'/>");
        }
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            attributes.append(" a").append(i).append("='").append(i).append("'");
        }

        List<String> warnings =
                warnings("", objects(attributes.toString(), content.toString()), "", "");

        assertThat(warnings).hasSize(1_001).last().isEqualTo("m.tmx: 501 more warnings");
        assertThat(warnings("", objects(attributes.toString(), ""), "", ""))
                .singleElement()
                .asString()
                .contains("a11")
                .endsWith("a11, 28 more");
    }

    @ParameterizedTest
    @CsvSource({
        "unspecified,2.5,1.5",
        "bottomleft,2.5,1.5",
        "bottom,2,1.5",
        "bottomright,1.5,1.5",
        "left,2.5,2",
        "center,2,2",
        "right,1.5,2",
        "topleft,2.5,2.5",
        "top,2,2.5",
        "topright,1.5,2.5"
    })
    void tileObjectsStandWhereTheirTilesetAlignsThem(String alignment, float x, float y) {
        String one = "<object id='1' gid='1' x='32' y='32' width='16' height='16'/>";
        String noSize = "<object id='2' gid='1' x='32' y='32'/>";
        String files = SET.formatted(" objectalignment=\"" + alignment + "\"", "");

        ImportOutcome.Imported map =
                imported("m.tmx", xml("", objects("", one + noSize)), Map.of("s.tsx", files));

        for (String id : List.of("obj_1", "obj_2")) {
            Transform.Vector at = object(map, id).transform().position();
            assertThat(at.x()).as(id).isEqualTo(x);
            assertThat(at.y()).as(id).isEqualTo(y);
        }
        String json =
                """
                {'width':4,'height':4,'tilewidth':16,'tileheight':16,'tilesets':[{'firstgid':1,
                'name':'s','tilecount':4,'image':'s.png','tilewidth':16,'tileheight':16,
                'objectalignment':'%s'}],'layers':[{'type':'objectgroup','name':'things','objects':[
                {'id':1,'gid':1,'x':32,'y':32,'width':16,'height':16},
                {'id':2,'gid':1,'x':32,'y':32}]}]}
                """
                        .formatted(alignment);
        assertThat(imported("m.tmj", json, Map.of()).chunks()).isEqualTo(map.chunks());
    }

    @Test
    void aListPropertyIsRefusedByItsTypeInXmlToo() {
        String list =
                "<object id='1'><properties><property name='l' type='list'><item type='int'"
                        + " value='1'/></property></properties></object>";

        assertThat(
                        refused(
                                        "m.tmx",
                                        xml("", objects("", list)),
                                        Map.of("s.tsx", SET.formatted("", "")))
                                .text())
                .contains("object 1 of layer 'things'", "property 'l' of type 'list'");
    }

    @Test
    void anUnknownAlignmentIsRefused() {
        assertThat(
                        refused(
                                        "m.tmx",
                                        xml("", ""),
                                        Map.of(
                                                "s.tsx",
                                                SET.formatted(" objectalignment=\"mid\"", "")))
                                .text())
                .contains("s.tsx", "tileset 's'", "objectalignment 'mid'");
    }

    @Test
    void tilesOfCollectionsHaveNoCommonSize() {
        String set =
                "<tileset name=\"c\" tilewidth=\"64\" tileheight=\"64\"><tile id=\"0\"><image"
                        + " source=\"a.png\"/></tile></tileset>";

        ImportOutcome.Imported map =
                imported(
                        "m.tmx",
                        xml("", objects("", "<object id='1' gid='1' x='32' y='32'/>")),
                        Map.of("s.tsx", set));

        assertThat(map.warnings()).singleElement().asString().contains("its size is not stated");
        assertThat(object(map, "obj_1").transform().position().x()).isEqualTo(2);
    }

    @Test
    void objectsOfATileHaveItsProperties() {
        String inSet =
                """
                <tile id="0" type="crate"><properties><property name="loot" value="gold"/>
                <property name="hits" type="int" value="3"/><property name="dynamic" type="bool"
                 value="true"/><property name="asset_id" value="props/crate"/></properties></tile>
                """;
        String content =
                "<object id='1' gid='1' x='0' y='16' width='16' height='16'><properties>"
                        + "<property name='hits' type='int' value='9'/></properties></object>";

        ImportOutcome.Imported map =
                imported(
                        "m.tmx",
                        xml("", objects("", content)),
                        Map.of("s.tsx", SET.formatted("", inSet)));

        assertThat(object(map, "obj_1").properties().toJson())
                .contains("\"loot\":\"gold\"", "\"hits\":9")
                .doesNotContain("asset_id", "dynamic");
        assertThat(object(map, "obj_1").dynamic()).isTrue();
        assertThat(object(map, "obj_1").assetId()).isEqualTo("props/crate");
        assertThat(object(map, "obj_1").type()).isEqualTo("crate");
    }

    /** Tiled saves the property of an export in whatever form the map is saved. */
    @Test
    void whatAnExportRemembersIsTakenFromXmlToo() {
        String notes =
                "{&quot;version&quot;:1,&quot;chunkSize&quot;:[4,4],&quot;chunks&quot;:[[5,-5]]}";
        String map =
                """
                <map width="4" height="4" tilewidth="16" tileheight="16" infinite="1"><properties>
                <property name="terrane" value="%s"/></properties></map>
                """
                        .formatted(notes);

        ImportOutcome.Imported imported = imported("m.tmx", map, Map.of());

        assertThat(imported.warnings()).isEmpty();
        assertThat(imported.chunks())
                .extracting(chunk -> chunk.key().coord())
                .containsExactly(new ChunkCoord(5, -5, 0));
    }

    @Test
    void ldtkProjectsTellWhatTheyLose() {
        String project =
                """
                {'jsonVersion':'1.5.3','defaultGridSize':8,'defs':{'layers':[
                {'identifier':'T','__type':'Tiles','uid':1,'gridSize':8},{'identifier':'E','__type':'Entities','uid':2}],
                'tilesets':[{'identifier':'S','uid':3,'__cWid':2,'__cHei':2,'customData':[{'tileId':1,'data':'loud'},
                {'tileId':2,'data':'{\\'damage\\':1}'}],'enumTags':[{'enumValueId':'Metal','tileIds':[0]},
                {'enumValueId':'Wood','tileIds':[]}]}]},'levels':[{'identifier':'L','pxWid':8,'pxHei':8,
                'bgRelPath':'sky.png','fieldInstances':[{'__identifier':'music','__type':'String','__value':'a.ogg'},
                {'__identifier':'none','__type':'String','__value':null}],'layerInstances':[
                {'__identifier':'T','__type':'Tiles','layerDefUid':1,'__tilesetDefUid':3,'__opacity':0.5,
                'visible':false,'__pxTotalOffsetX':3,'gridTiles':[{'px':[0,0],'t':0,'f':0,'a':0.5}]},
                {'__identifier':'E','__type':'Entities','layerDefUid':2,'__opacity':1,'visible':true,'entityInstances':[
                {'__identifier':'X','iid':'x','px':[1,1],'__tags':['boss']}]}]}]}
                """;

        List<String> warnings = imported("p.ldtk", project, Map.of()).warnings();

        assertThat(warnings)
                .extracting(text -> text.replaceAll(", /[^:]*", ""))
                .containsExactly(
                        "p.ldtk, tileset 'S': not kept: custom data of tile 1, enum tag 'Metal',"
                                + " property 'damage' of cells",
                        "p.ldtk, level 'L': not kept: field 'music', background image",
                        "p.ldtk, level 'L', layer 'T': not kept: visible, opacity, offset, alpha of tiles",
                        "p.ldtk, level 'L', layer 'E', entity x: not kept: tag \"boss\"");
    }
}
