package dev.terrane.core.chunk.maps;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Maps of Tiled that are refused, each with the place its refusal names. */
final class RefusedMaps {
    private static final List<Case> CASES = new ArrayList<>();

    private RefusedMaps() {}

    enum Form {
        TMX("m.tmx"),
        TMJ("m.tmj"),
        LDTK("p.ldtk"),
        ROOM("r.json");

        final String file;

        Form(String file) {
            this.file = file;
        }

        /** Reasons that maps of the form cannot give. */
        Set<ImportReason> never() {
            return switch (this) {
                case TMX -> Set.of();
                case TMJ -> Set.of(ImportReason.DOCTYPE);
                case LDTK ->
                        Set.of(
                                ImportReason.DOCTYPE,
                                ImportReason.NOT_A_MAP,
                                ImportReason.UNSUPPORTED_ORIENTATION,
                                ImportReason.UNSUPPORTED_ENCODING);
                case ROOM ->
                        EnumSet.complementOf(
                                EnumSet.of(
                                        ImportReason.NOT_WELL_FORMED,
                                        ImportReason.NOT_A_MAP,
                                        ImportReason.BAD_ATTRIBUTE,
                                        ImportReason.BAD_DATA,
                                        ImportReason.DUPLICATE_NAME,
                                        ImportReason.OVER_LIMIT,
                                        ImportReason.BAD_CHUNK));
            };
        }
    }

    /**
     * A map that is refused.
     *
     * @param place what its refusal begins with
     */
    record Case(Form form, ImportReason reason, String place, String map) {
        @Override
        public String toString() {
            return form + " " + reason + " " + place;
        }
    }

    static List<Case> cases() {
        if (CASES.isEmpty()) {
            tmxFiles();
            tmxContents();
            tmxObjects();
            tmjFiles();
            tmjContents();
            tmjObjects();
        }
        return CASES;
    }

    private static void add(Form form, ImportReason reason, String place, String map) {
        CASES.add(new Case(form, reason, place, map));
    }

    private static String tmx(String content) {
        return "<map orientation='orthogonal' width='3' height='2' tilewidth='8' tileheight='8'>\n"
                + "<tileset firstgid='1' source='s.tsx'/>\n"
                + content
                + "</map>";
    }

    private static String layer(String data) {
        return "<layer id='4' name='g'>" + data + "</layer>\n";
    }

    private static String objects(String content) {
        return "<objectgroup name='o'>\n" + content + "</objectgroup>\n";
    }

    private static void tmx(ImportReason reason, String place, String content) {
        add(Form.TMX, reason, place, tmx(content));
    }

    private static void tmj(ImportReason reason, String place, String layers) {
        add(Form.TMJ, reason, place, tmj("'layers':[" + layers + "]"));
    }

    private static String tmj(String members) {
        return "{'orientation':'orthogonal','width':3,'height':2,'tilewidth':8,'tileheight':8,"
                + "'tilesets':[{'firstgid':1,'source':'s.tsx'}],"
                + members
                + "}";
    }

    private static String tileLayer(String data) {
        return "{'type':'tilelayer','id':4,'name':'g'," + data + "}";
    }

    private static String objectLayer(String objects) {
        return "{'type':'objectgroup','name':'o','objects':[" + objects + "]}";
    }

    private static void tmxFiles() {
        tmx(
                ImportReason.NOT_WELL_FORMED,
                "m.tmx:3:26, layer 4 'g'",
                "<layer id='4' name='g'></wrong>");
        add(
                Form.TMX,
                ImportReason.NOT_WELL_FORMED,
                "m.tmx, byte 30",
                "<?xml version='1.0' encoding='none'?><map/>");
        tmx(
                ImportReason.NOT_WELL_FORMED,
                "m.tmx:4:60, map property 'terrane', line 1, column 14 of its JSON, /version",
                "<properties>\n<property name='terrane' value='{&quot;version&quot;:1,]'/></properties>");
        tmx(
                ImportReason.NOT_WELL_FORMED,
                "m.tmx:4:16, object 7 of layer 'o', property 'terrane', line 1, column 2 of its JSON",
                objects(
                        "<object id='7'><properties><property name='terrane' value='{,'/></properties></object>"));
        add(Form.TMX, ImportReason.DOCTYPE, "m.tmx:1:34", "<!DOCTYPE map [<!ENTITY a 'b'>]><map/>");
        add(Form.TMX, ImportReason.NOT_A_MAP, "m.tmx:1:7", "<svg/>");
        add(
                Form.TMX,
                ImportReason.UNSUPPORTED_ORIENTATION,
                "m.tmx:1:31",
                "<map orientation='isometric'/>");
        tmx(ImportReason.MISSING_FILE, "m.tmx:3:42", "<tileset firstgid='9' source='gone.tsx'/>");
        tmx(
                ImportReason.MISSING_FILE,
                "m.tmx:4:36, object 7 of layer 'o'",
                objects("<object id='7' template='gone.tx'/>"));
        tmx(ImportReason.BAD_PATH, "m.tmx:3:44", "<tileset firstgid='9' source='/etc/s.tsx'/>");
        tmx(
                ImportReason.BAD_PROPERTY,
                "t.tsx:3:42, tile 7 of tileset 't'",
                "<tileset firstgid='9' source='t.tsx'/>");
        tmx(ImportReason.BAD_ATTRIBUTE, "m.tmx:3:39", "<tileset firstgid='1' source='s.tsx'/>");
        tmx(ImportReason.BAD_ATTRIBUTE, "m.tmx:4:16, object layer 'o'", objects("<object x='1'/>"));
        tmx(ImportReason.BAD_ATTRIBUTE, "m.tmx:3:26, layer 'g'", "<layer id='-1' name='g'/>");
        tmx(
                ImportReason.BAD_PROPERTY,
                "m.tmx:3:128, map property 'terrane', /bounds",
                "<properties><property name='terrane' value='{&quot;version&quot;:1,&quot;chunkSize&quot;:[4,4],&quot;bounds&quot;:[1,1,1,2]}'/></properties>");
        tmx(
                ImportReason.BAD_ATTRIBUTE,
                "m.tmx:4:16, object 7 of layer 'o', property 'terrane', /pos/2",
                objects(
                        "<object id='7'><properties><property name='terrane' value='{&quot;pos&quot;:[1,2,&quot;a&quot;]}'/></properties></object>"));
        tmx(ImportReason.OVER_LIMIT, "m.tmx:3:1025", "<group name='a'>".repeat(70));
        add(
                Form.TMX,
                ImportReason.OVER_LIMIT,
                "m.tmx, cells from (0, 0), 1000000 x 2",
                tmx("").replace("width='3'", "width='1000000'"));
    }

    private static void tmxContents() {
        tmx(
                ImportReason.UNSUPPORTED_ENCODING,
                "m.tmx:3:45, layer 4 'g'",
                layer("<data encoding='hex'>00</data>"));
        tmx(
                ImportReason.BAD_DATA,
                "m.tmx:3:45, layer 4 'g'",
                layer("<data encoding='csv'>1,1,1,1,1</data>"));
        tmx(
                ImportReason.BAD_DATA,
                "m.tmx:5:3, layer 4 'g'",
                layer("<data encoding='csv'>\n1,1,1,\n1,x,1\n</data>"));
        tmx(
                ImportReason.BAD_DATA,
                "m.tmx:4:3, layer 4 'g'",
                layer("<data encoding='csv'>1,1,1,\n1 1,1</data>"));
        tmx(
                ImportReason.BAD_DATA,
                "m.tmx:3:52, layer 4 'g'",
                layer("<data><tile/><tile gid='y'/></data>"));
        tmx(ImportReason.BAD_DATA, "m.tmx:3:44, layer 4 'g'", layer("<data><tile/></data>"));
        tmx(
                ImportReason.BAD_DATA,
                "m.tmx:3:48, layer 4 'g'",
                layer("<data encoding='base64'>AAAA</data>"));
        tmx(
                ImportReason.BAD_DATA,
                "m.tmx:3:67, layer 4 'g'",
                layer("<data encoding='base64' compression='gzip'>AAAA</data>"));
        tmx(
                ImportReason.UNKNOWN_TILE,
                "m.tmx:3:24, layer 4 'g', cell (1, 1)",
                layer("<data encoding='csv'>1,1,1,1,9,1</data>"));
    }

    private static void tmxObjects() {
        tmx(
                ImportReason.UNKNOWN_TILE,
                "m.tmx:4:25, object 7 of layer 'o'",
                objects("<object id='7' gid='9'/>"));
        tmx(
                ImportReason.UNKNOWN_TILE,
                "m.tmx:4:33, object 7 of layer 'o'",
                objects("<object id='7' template='o.tx'/>"));
        tmx(
                ImportReason.UNSUPPORTED_FEATURE,
                "m.tmx:3:24, layer 4 'g', cell (1, 1)",
                layer("<data encoding='csv'>1,1,1,1,268435457,1</data>"));
        tmx(
                ImportReason.UNSUPPORTED_FEATURE,
                "m.tmx:4:69, object 7 of layer 'o'",
                objects(
                        "<object id='7'><properties><property name='content_flags' value=''/></properties></object>"));
        tmx(
                ImportReason.DUPLICATE_NAME,
                "m.tmx:4:24, layer 4 'g'",
                layer("<data encoding='csv'>1,1,1,1,1,1</data>").repeat(2));
        tmx(
                ImportReason.DUPLICATE_NAME,
                "m.tmx:4:33, object 7 of layer 'o'",
                objects("<object id='7'/><object id='7'/>"));
        String noted =
                "<object id='%d'><properties><property name='terrane' value='{&quot;id&quot;:&quot;a&quot;}'/></properties></object>";
        tmx(
                ImportReason.DUPLICATE_NAME,
                "m.tmx:4:130, object 8 of layer 'o'",
                objects(noted.formatted(7) + noted.formatted(8)));
        tmx(
                ImportReason.BAD_PROPERTY,
                "m.tmx:3:78, layer 4 'g'",
                layer("<properties><property name='a' type='bool' value='2'/></properties>"));
        tmx(
                ImportReason.BAD_PROPERTY,
                "m.tmx:4:16, object 7 of layer 'o'",
                objects(
                        "<object id='7'><properties><property name='asset_id' value='a b'/></properties></object>"));
        tmx(
                ImportReason.OUTSIDE_MAP,
                "m.tmx:4:30, object 7 of layer 'o'",
                objects("<object id='7' x='24' y='0'/>"));
        tmx(
                ImportReason.BAD_CHUNK,
                "m.tmx:3:323, layer 4 '" + "g".repeat(300) + "', chunk 0,0,0",
                layer("<data encoding='csv'>1,1,1,1,1,1</data>")
                        .replace("name='g'", "name='" + "g".repeat(300) + "'"));
        StringBuilder many = new StringBuilder();
        for (int i = 1; i <= 17; i++) {
            many.append(
                    "<layer id='%d' name='l%d'><data encoding='csv'>1,1,1,1,1,1</data></layer>"
                            .formatted(i, i));
        }
        tmx(ImportReason.OVER_LIMIT, "m.tmx:3:1177, layer 17 'l17'", many.toString());
    }

    private static void tmjFiles() {
        tmj(ImportReason.NOT_WELL_FORMED, "m.tmj:1:182, /layers/0/data/1", tileLayer("'data':[1,"));
        tmj(
                ImportReason.NOT_WELL_FORMED,
                "m.tmj, object 7 of layer 'o', /layers/0/objects/0, property 'terrane', line 1, column 2 of its JSON",
                objectLayer("{'id':7,'properties':[{'name':'terrane','value':'{,'}]}"));
        add(
                Form.TMJ,
                ImportReason.NOT_WELL_FORMED,
                "m.tmj, map property 'terrane', /properties/0/value, line 1, column 3 of its JSON, /0",
                tmj("'layers':[],'properties':[{'name':'terrane','value':'[1'}]"));
        add(Form.TMJ, ImportReason.NOT_A_MAP, "m.tmj, the whole document", "{'a':1}");
        add(
                Form.TMJ,
                ImportReason.BAD_ATTRIBUTE,
                "m.tmj, the whole document",
                "{'layers':[],'tilewidth':8}");
        add(
                Form.TMJ,
                ImportReason.UNSUPPORTED_ORIENTATION,
                "m.tmj, /orientation",
                "{'layers':[],'tilewidth':8,'orientation':'isometric'}");
        add(
                Form.TMJ,
                ImportReason.MISSING_FILE,
                "m.tmj, /tilesets/0",
                tmj("'layers':[]").replace("s.tsx", "gone.tsx"));
        add(
                Form.TMJ,
                ImportReason.BAD_PATH,
                "m.tmj, /tilesets/0",
                tmj("'layers':[]").replace("s.tsx", "/etc/s.tsx"));
        add(
                Form.TMJ,
                ImportReason.BAD_PROPERTY,
                "t.tsx:3:42, tile 7 of tileset 't'",
                tmj("'layers':[]").replace("s.tsx", "t.tsx"));
        add(
                Form.TMJ,
                ImportReason.BAD_PROPERTY,
                "m.tmj, tile 7 of tileset 's', /tilesets/0/tiles/0/properties/0",
                tmj("'layers':[]")
                        .replace(
                                "{'firstgid':1,'source':'s.tsx'}",
                                "{'firstgid':1,'name':'s','tiles':[{'id':7,'properties':[{'name':'a','type':'int'}]}]}"));
        add(
                Form.TMJ,
                ImportReason.OVER_LIMIT,
                "m.tmj, cells from (0, 0), 1000000 x 2",
                tmj("'layers':[]").replace("'width':3", "'width':1000000"));
        add(
                Form.TMJ,
                ImportReason.OVER_LIMIT,
                "m.tmj, /layers" + "/0".repeat(63),
                tmj("'layers':" + "[".repeat(70)));
    }

    private static void tmjContents() {
        tmj(
                ImportReason.BAD_ATTRIBUTE,
                "m.tmj, object layer 'o', /layers/0/objects/0",
                objectLayer("{'x':1}"));
        tmj(
                ImportReason.BAD_ATTRIBUTE,
                "m.tmj, layer 'g', /layers/0/id",
                "{'type':'tilelayer','id':-1,'name':'g'}");
        tmj(
                ImportReason.UNSUPPORTED_ENCODING,
                "m.tmj, layer 4 'g', /layers/0",
                tileLayer("'encoding':'hex','data':'00'"));
        tmj(
                ImportReason.BAD_DATA,
                "m.tmj, layer 4 'g', /layers/0/data",
                tileLayer("'data':[1,1,1,1,1]"));
        tmj(ImportReason.BAD_DATA, "m.tmj, layer 4 'g', /layers/0/data", tileLayer("'data':[]"));
        tmj(ImportReason.BAD_DATA, "m.tmj, layer 4 'g', /layers/0/data", tileLayer("'data':{}"));
        tmj(ImportReason.BAD_DATA, "m.tmj:1:184, /layers/0/data/2", tileLayer("'data':[1,1,-1]"));
        tmj(
                ImportReason.BAD_DATA,
                "m.tmj, layer 4 'g', /layers/0/data",
                tileLayer("'data':'1,1,1,x'"));
        tmj(
                ImportReason.BAD_DATA,
                "m.tmj, layer 4 'g', /layers/0/data",
                tileLayer("'encoding':'base64','data':'AAAA'"));
    }

    private static void tmjObjects() {
        tmj(
                ImportReason.UNKNOWN_TILE,
                "m.tmj, layer 4 'g', /layers/0, cell (1, 1)",
                tileLayer("'data':[1,1,1,1,9,1]"));
        tmj(
                ImportReason.UNKNOWN_TILE,
                "m.tmj, object 7 of layer 'o', /layers/0/objects/0",
                objectLayer("{'id':7,'gid':9}"));
        tmj(
                ImportReason.UNSUPPORTED_FEATURE,
                "m.tmj, layer 4 'g', /layers/0, cell (1, 1)",
                tileLayer("'data':[1,1,1,1,268435457,1]"));
        tmj(ImportReason.UNSUPPORTED_FEATURE, "m.tmj, /layers/0", "{'type':'future','name':'g'}");
        tmj(
                ImportReason.MISSING_FILE,
                "m.tmj, object 7 of layer 'o', /layers/0/objects/0",
                objectLayer("{'id':7,'template':'gone.tx'}"));
        tmj(
                ImportReason.DUPLICATE_NAME,
                "m.tmj, layer 4 'g', /layers/1",
                tileLayer("'data':[1,1,1,1,1,1]") + "," + tileLayer("'data':[]"));
        tmj(
                ImportReason.DUPLICATE_NAME,
                "m.tmj, object 7 of layer 'o', /layers/0/objects/1",
                objectLayer("{'id':7},{'id':7}"));
        tmj(
                ImportReason.BAD_PROPERTY,
                "m.tmj, object 7 of layer 'o', /layers/0/objects/0/properties/0",
                objectLayer("{'id':7,'properties':[{'name':'a','type':'int'}]}"));
        tmj(
                ImportReason.OUTSIDE_MAP,
                "m.tmj, object 7 of layer 'o', /layers/0/objects/0",
                objectLayer("{'id':7,'x':0,'y':16}"));
        tmj(
                ImportReason.BAD_CHUNK,
                "m.tmj, layer 4 '\u0001', /layers/0, chunk 0,0,0",
                tileLayer("'data':[1,1,1,1,1,1]").replace("'name':'g'", "'name':'\\u0001'"));
        add(
                Form.TMJ,
                ImportReason.UNKNOWN_TILE,
                "m.tmj, layer 4 'g', /layers/0, palette id 5 of chunk 0,0,0 in map property 'terrane'",
                tmj(
                        "'layers':["
                                + tileLayer("'data':[1,1,1,1,1,1]")
                                + "],'properties':[{'name':'terrane','value':'{\\'version\\':1,\\'chunkSize\\':[4,4],\\'palettes\\':[{\\'layer\\':4,\\'chunk\\':[0,0],\\'entries\\':[[5,77]]}]}'}]"));
    }
}
