package dev.terrane.gateway.system;

import dev.terrane.gateway.system.Deployment.Reply;
import java.util.stream.IntStream;

/** The schema and the map of the island that {@link IslandIT} plays on. */
final class IslandMap {
    static final String SCHEMA =
            """
            {"format":"ark.entity-schema","version":1,"classes":[
              {"name":"Player","fields":[
                {"name":"name","index":1,"type":"string","mask":["sync_view","sync_self"]},
                {"name":"x","index":2,"type":"double","mask":["sync_view","sync_self"]},
                {"name":"y","index":3,"type":"double","mask":["sync_view","sync_self"]},
                {"name":"mp","index":4,"type":"uint32","mask":["sync_self"]}],
               "tables":[],"containers":[]},
              {"name":"Chest","fields":[
                {"name":"x","index":1,"type":"double","mask":["sync_view"]},
                {"name":"y","index":2,"type":"double","mask":["sync_view"]}],
               "tables":[],"containers":[]}],"configs":[]}""";

    private IslandMap() {}

    /** Imports 40 by 24 tiles, solid all around, with two spawn points and a chest, as a room. */
    static Reply importInto(Deployment deployment, String admin) {
        StringBuilder cells = new StringBuilder();
        for (int y = 0; y < 24; y++) {
            int row = y;
            cells.append(
                    IntStream.range(0, 40)
                            .mapToObj(x -> x == 0 || row == 0 || x == 39 || row == 23 ? "2" : "1")
                            .reduce((a, b) -> a + "," + b)
                            .orElseThrow());
            cells.append(y < 23 ? ",\n" : "\n");
        }
        String map =
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <map version="1.10" orientation="orthogonal" renderorder="right-down" width="40"
                     height="24" tilewidth="16" tileheight="16" infinite="0">
                 <tileset firstgid="1" source="tiles.tsx"/>
                 <layer id="1" name="ground" width="40" height="24"><data encoding="csv">
                %s</data></layer>
                 <objectgroup id="2" name="things">
                  <object id="1" type="spawn" x="160" y="160"><point/></object>
                  <object id="2" type="spawn" x="240" y="160"><point/></object>
                  <object id="3" type="chest" x="320" y="80"><point/></object>
                 </objectgroup>
                </map>"""
                        .formatted(cells);
        return deployment.importMap(
                "/api/v1/worlds/island/imports?room=beach",
                admin,
                "b",
                MapUpload.of("island.tmx", map));
    }
}
