package dev.terrane.gateway.system;

/** The multipart body that imports a Tiled map whose tileset has an open tile, 1, and a wall, 2. */
final class MapUpload {
    private static final String TILES =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <tileset version="1.10" name="tiles" tilewidth="16" tileheight="16" tilecount="2"
                     columns="2">
             <image source="tiles.png" width="32" height="16"/>
             <tile id="1"><properties><property name="solid" type="bool" value="true"/>
             </properties></tile>
            </tileset>""";

    private MapUpload() {}

    /** Of a map that names its tileset {@code tiles.tsx}. */
    static String of(String file, String map) {
        return part("map", file, map) + part("tiles.tsx", "tiles.tsx", TILES) + "--b--\r\n";
    }

    private static String part(String name, String file, String content) {
        return "--b\r\nContent-Disposition: form-data; name=\""
                + name
                + "\"; filename=\""
                + file
                + "\"\r\n\r\n"
                + content
                + "\r\n";
    }
}
