package dev.terrane.core.chunk.maps;

import static dev.terrane.core.chunk.maps.ImportFixture.imported;
import static dev.terrane.core.chunk.maps.ImportFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds that documents state of themselves: a room may not become larger than rooms can be. */
class RoomBoundsTest {
    private static String room(String maxX) {
        return """
        {'format':'terrane.room','version':1,'chunks':[],
         'bounds':{'min_x':-4,'min_y':0,'min_z':0,'max_x':%s,'max_y':8,'max_z':1}}"""
                .formatted(maxX);
    }

    private static String exportedMap(String left, String right) {
        String chunk = "[{'world_id':'w','room_id':'r','coord':{'cx':0,'cy':0,'cz':0}}]";
        ExportOutcome outcome =
                MapExporter.toTmj(
                        imported("r.json", chunk, Map.of()).chunks(), new Box(-4, 0, 0, 4, 4, 1));
        assertThat(outcome).isInstanceOf(ExportOutcome.Exported.class);
        String map = ((ExportOutcome.Exported) outcome).json();
        assertThat(map).contains("[-4.0,0.0,4.0,4.0]");
        return map.replace("[-4.0,0.0,4.0,4.0]", "[" + left + ",0," + right + ",4]");
    }

    @Test
    void boundsUpToTheReachOfRoomsAreTaken() {
        assertThat(imported("r.json", room("16777216"), Map.of()).bounds().maxX())
                .isEqualTo(16_777_216);
        assertThat(imported("m.tmj", exportedMap("-8", "12"), Map.of()).bounds().minX())
                .isEqualTo(-8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16777217", "1e300", "1.7e308", "-5"})
    void roomsBeyondItAreRefusedWithTheirPlace(String maxX) {
        assertThat(refused("r.json", room(maxX), Map.of()).text()).contains("/bounds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"16777217", "1e300", "1.7e308"})
    void mapsThatRememberMoreAreRefused(String far) {
        assertThat(refused("m.tmj", exportedMap("-" + far, far), Map.of()).reason())
                .isEqualTo(ImportReason.BAD_PROPERTY);
    }
}
