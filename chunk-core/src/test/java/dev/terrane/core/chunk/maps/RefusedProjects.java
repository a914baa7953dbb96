package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.RefusedMaps.Case;
import dev.terrane.core.chunk.maps.RefusedMaps.Form;
import java.util.ArrayList;
import java.util.List;

/** LDtk projects and rooms that are refused, each with the place its refusal names. */
final class RefusedProjects {
    private static final List<Case> CASES = new ArrayList<>();

    private RefusedProjects() {}

    static List<Case> cases() {
        if (CASES.isEmpty()) {
            ldtkProjects();
            ldtkContents();
            rooms();
        }
        return CASES;
    }

    private static void add(Form form, ImportReason reason, String place, String map) {
        CASES.add(new Case(form, reason, place, map));
    }

    private static void ldtk(ImportReason reason, String place, String layers) {
        add(Form.LDTK, reason, place, ldtk("'pxWid':48,'pxHei':32", layers));
    }

    private static String ldtk(String level, String layers) {
        return "{'jsonVersion':'1.5.3','defs':{'layers':["
                + "{'identifier':'E','__type':'Entities','uid':3},"
                + "{'identifier':'D','__type':'Tiles','uid':2,'gridSize':16},"
                + "{'identifier':'G','__type':'IntGrid','uid':1,'gridSize':16,"
                + "'intGridValues':[{'value':1,'identifier':'w'}]}],"
                + "'tilesets':[{'identifier':'M','uid':1,'__cWid':2,'__cHei':2,"
                + "'customData':[{'tileId':3,'data':'note'}]}]},"
                + "'levels':[{'identifier':'L','worldX':0,'worldY':0,"
                + level
                + ",'layerInstances':["
                + layers
                + "]}]}";
    }

    private static String grid(String csv) {
        return "{'__identifier':'G','__type':'IntGrid','layerDefUid':1,'intGridCsv':[" + csv + "]}";
    }

    private static String tiles(String list) {
        return "{'__identifier':'D','__type':'Tiles','layerDefUid':2,'__tilesetDefUid':1,"
                + "'gridTiles':["
                + list
                + "]}";
    }

    private static String entities(String list) {
        return "{'__identifier':'E','__type':'Entities','layerDefUid':3,'entityInstances':["
                + list
                + "]}";
    }

    private static String entity(String members) {
        return "{'__identifier':'Door','iid':'e1'," + members + "}";
    }

    private static void room(ImportReason reason, String place, String map) {
        add(Form.ROOM, reason, place, map);
    }

    private static String chunk(int cx, String members) {
        return "{'world_id':'w','room_id':'r','coord':{'cx':"
                + cx
                + ",'cy':0,'cz':0}"
                + members
                + "}";
    }

    private static void ldtkProjects() {
        ldtk(
                ImportReason.NOT_WELL_FORMED,
                "p.ldtk:1:521, /levels/0/layerInstances/0/intGridCsv/1",
                grid("1,]"));
        add(
                Form.LDTK,
                ImportReason.NOT_WELL_FORMED,
                "p.ldtk, tileset 'M', /defs/tilesets/0/customData/0/data, line 1, column 2 of its JSON",
                ldtk("'pxWid':48,'pxHei':32", "").replace("'note'", "'{oops'"));
        ldtk(
                ImportReason.BAD_DATA,
                "p.ldtk, level 'L', layer 'G', /levels/0/layerInstances/0/intGridCsv",
                grid("1,1,1"));
        ldtk(
                ImportReason.BAD_DATA,
                "p.ldtk, level 'L', layer 'G', /levels/0/layerInstances/0/intGridCsv",
                grid("1,1,1,1,70000,1"));
        ldtk(
                ImportReason.BAD_DATA,
                "p.ldtk:1:558, /levels/0/layerInstances/0/gridTiles/0/f",
                tiles("{'px':[0,0],'t':0,'f':9}"));
        ldtk(
                ImportReason.BAD_DATA,
                "p.ldtk, level 'L', layer 'E', entity e1, /levels/0/layerInstances/0/entityInstances/0/px",
                entities(entity("'px':[1]")));
        ldtk(
                ImportReason.UNKNOWN_TILE,
                "p.ldtk, level 'L', layer 'G', /levels/0/layerInstances/0/intGridCsv",
                grid("1,1,1,1,5,1"));
        ldtk(
                ImportReason.UNKNOWN_TILE,
                "p.ldtk, level 'L', layer 'D', /levels/0/layerInstances/0/gridTiles",
                tiles("{'px':[16,16],'t':9}"));
        ldtk(
                ImportReason.UNSUPPORTED_FEATURE,
                "p.ldtk, level 'L', layer 'D', /levels/0/layerInstances/0/gridTiles",
                tiles("{'px':[3,0],'t':1}"));
        add(
                Form.LDTK,
                ImportReason.UNSUPPORTED_FEATURE,
                "p.ldtk, level 'L', /levels/0",
                ldtk("'pxWid':47,'pxHei':32", ""));
    }

    private static void ldtkContents() {
        add(
                Form.LDTK,
                ImportReason.UNSUPPORTED_FEATURE,
                "p.ldtk, /jsonVersion",
                ldtk("'pxWid':48,'pxHei':32", "").replace("1.5.3", "2"));
        add(
                Form.LDTK,
                ImportReason.MISSING_FILE,
                "p.ldtk, level 'L', /levels/0",
                ldtk("'pxWid':48,'pxHei':32,'externalRelPath':'gone.ldtkl'", ""));
        add(
                Form.LDTK,
                ImportReason.BAD_PATH,
                "p.ldtk, level 'L', /levels/0",
                ldtk("'pxWid':48,'pxHei':32,'externalRelPath':'C:/gone.ldtkl'", ""));
        add(
                Form.LDTK,
                ImportReason.BAD_ATTRIBUTE,
                "p.ldtk, level 'L', /levels/0",
                ldtk("'pxWid':48", ""));
        ldtk(
                ImportReason.BAD_ATTRIBUTE,
                "p.ldtk, level 'L', layer 'E', entity e1, /levels/0/layerInstances/0/entityInstances/0/px/1",
                entities(entity("'px':[1,'a']")));
        add(
                Form.LDTK,
                ImportReason.DUPLICATE_NAME,
                "p.ldtk, layer 'G', /defs/layers/2",
                ldtk("'pxWid':48,'pxHei':32", "").replace("'uid':2", "'uid':1"));
        ldtk(
                ImportReason.DUPLICATE_NAME,
                "p.ldtk, level 'L', layer 'E', entity e1, /levels/0/layerInstances/0/entityInstances/1",
                entities(entity("'px':[1,1]") + "," + entity("'px':[1,1]")));
        ldtk(
                ImportReason.BAD_PROPERTY,
                "p.ldtk, level 'L', layer 'E', entity e1, /levels/0/layerInstances/0/entityInstances/0/fieldInstances/0",
                entities(
                        entity(
                                "'px':[1,1],'fieldInstances':[{'__identifier':'to','__type':'Point','__value':{}}]")));
        ldtk(
                ImportReason.OUTSIDE_MAP,
                "p.ldtk, level 'L', layer 'D', /levels/0/layerInstances/0/gridTiles",
                tiles("{'px':[48,0],'t':1}"));
        ldtk(
                ImportReason.OUTSIDE_MAP,
                "p.ldtk, level 'L', layer 'E', entity e1, /levels/0/layerInstances/0/entityInstances/0",
                entities(entity("'px':[48,0]")));
        ldtk(
                ImportReason.OVER_LIMIT,
                "p.ldtk, level 'L', layer 'D', cell (1, 0), /levels/0/layerInstances/0/gridTiles",
                tiles("{'px':[16,0],'t':1},".repeat(15) + "{'px':[16,0],'t':1}"));
        add(
                Form.LDTK,
                ImportReason.OVER_LIMIT,
                "p.ldtk, cells from (0, 0), 100000 x 100000",
                ldtk("'pxWid':1600000,'pxHei':1600000", ""));
        add(
                Form.LDTK,
                ImportReason.BAD_CHUNK,
                "p.ldtk, level 'L', layer 'G', /levels/0/layerInstances/0, chunk 0,0,0",
                ldtk("'pxWid':48,'pxHei':32", grid("1,1,1,1,1,1"))
                        .replace("'identifier':'G'", "'identifier':'\\u0001'"));
    }

    private static void rooms() {
        room(
                ImportReason.NOT_WELL_FORMED,
                "r.json:1:73, /0/layers",
                "[" + chunk(0, ",'layers':[}"));
        room(ImportReason.NOT_A_MAP, "r.json, /format", "{'format':'other','chunks':[]}");
        room(ImportReason.BAD_ATTRIBUTE, "r.json, /version", "{'version':9,'chunks':[]}");
        room(ImportReason.BAD_ATTRIBUTE, "r.json, /bounds", "{'chunks':[],'bounds':{'min_x':0}}");
        String box =
                "{'chunks':[],'bounds':{'min_x':0,'min_y':0,'min_z':0,'max_x':%s,'max_y':8,'max_z':1}}";
        room(ImportReason.BAD_DATA, "r.json, /bounds/max_x", box.formatted("0"));
        room(ImportReason.BAD_DATA, "r.json, /bounds/max_x", box.formatted("1e9"));
        room(
                ImportReason.DUPLICATE_NAME,
                "r.json, /1",
                "[" + chunk(0, "") + "," + chunk(0, "") + "]");
        room(
                ImportReason.BAD_CHUNK,
                "r.json, chunk /chunks/1/layers",
                "{'chunks':[" + chunk(0, "") + "," + chunk(1, ",'layers':[{'name':7}]") + "]}");
        room(ImportReason.OVER_LIMIT, "r.json, " + "/0".repeat(64), "[" + "[".repeat(70));
    }
}
