package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps that are none, or that say two things of one cell. */
class MapFaultsTest {
    private static final String SET =
            "<tileset name='s' tilecount='4'><image source='s.png'/></tileset>";

    private static ImportOutcome.Refused refused(
            String file, byte[] map, Map<String, byte[]> files) {
        ImportOutcome outcome =
                MapImporter.importMap(
                        file,
                        Bytes.wrap(map),
                        path -> Optional.ofNullable(files.get(path)).map(Bytes::wrap),
                        ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE));
        assertThat(outcome).isInstanceOf(ImportOutcome.Refused.class);
        return (ImportOutcome.Refused) outcome;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] raw(String hex) {
        return java.util.HexFormat.of().parseHex(hex);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "m.tmx | '' | 0 | no TMX file: there is nothing in it",
                "m.TMX | 20200a | 3 | no TMX file: there is nothing in it",
                "m.tmx | efbbbf20 | 4 | no TMX file: there is nothing in it",
                "m.tmx | 89504e470d0a | 0 | no TMX file: it begins with byte 0x89, XML with '<'",
                "m.tmx | 2020c0ffee | 2 | no TMX file: it begins with byte 0xc0",
                "m.tmx | feff0041 | 3 | no TMX file: it begins with byte 0x41",
                "m.tmx | 3c6d61703eff | 5 | it is not UTF-8",
                "m.tmx | 3c6d6170c3 | 4 | it is not UTF-8",
            })
    void aFileThatIsNoTmxIsRefusedAsThatWithTheByte(
            String file, String hex, long offset, String detail) {
        ImportOutcome.Refused refused = refused(file, raw(hex), Map.of());

        assertThat(refused.reason()).isEqualTo(ImportReason.NOT_WELL_FORMED);
        assertThat(refused.place().file()).isEqualTo(file);
        assertThat(refused.place().offset()).isEqualTo(offset);
        assertThat(refused.text()).startsWith(file + ", byte " + offset + ": ").contains(detail);
    }

    @Test
    void aTilesetFileThatIsNoneIsRefusedByItsName() {
        String map =
                "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'>"
                        + "<tileset firstgid='1' source='sets/s.tsx'/></map>";

        ImportOutcome.Refused refused =
                refused("m.tmx", bytes(map), Map.of("sets/s.tsx", new byte[0]));

        assertThat(refused.text())
                .isEqualTo("sets/s.tsx, byte 0: no TSX file: there is nothing in it");
    }

    @Test
    void aFileOfAnyNameMayHoldJson() {
        assertThat(refused("m.tmx", bytes("{\"a\":1}"), Map.of()).reason())
                .isEqualTo(ImportReason.NOT_A_MAP);
        assertThat(refused("m.bin", new byte[0], Map.of()).text()).contains("no JSON");
    }

    @Test
    void chunksOfAnInfiniteMapThatShareACellAreRefusedByName() {
        String map =
                """
                <map orientation='orthogonal' width='9' height='9' tilewidth='8' tileheight='8'
                 infinite='1'>
                 <tileset firstgid='1' source='s.tsx'/>
                 <layer id='4' name='ground'><data encoding='csv'>
                  <chunk x='-2' y='0' width='2' height='2'>1,1,1,1</chunk>
                  <chunk x='0' y='0' width='2' height='2'>1,1,1,1</chunk>
                  <chunk x='1' y='1' width='2' height='2'>2,2,2,2</chunk>
                 </data></layer>
                </map>""";

        ImportOutcome.Refused refused =
                refused("maps/m.tmx", bytes(map), Map.of("maps/s.tsx", bytes(SET)));

        assertThat(refused.reason()).isEqualTo(ImportReason.BAD_DATA);
        assertThat(refused.text())
                .startsWith("maps/m.tmx:")
                .contains("layer 4 'ground'")
                .endsWith("its cells at (0, 0), 2 x 2 overlap those at (1, 1), 2 x 2");
    }

    @Test
    void chunksOfAnInfiniteMapInJsonToo() {
        String map =
                """
                {"orientation":"orthogonal","width":9,"height":9,"tilewidth":8,"tileheight":8,
                 "infinite":true,"tilesets":[{"firstgid":1,"source":"s.tsx"}],"layers":[
                 {"type":"tilelayer","id":7,"name":"l","chunks":[
                 {"x":0,"y":0,"width":2,"height":1,"data":[1,1]},
                 {"x":1,"y":0,"width":1,"height":1,"data":[2]}]}]}""";

        assertThat(refused("m.tmj", bytes(map), Map.of("s.tsx", bytes(SET))).text())
                .contains("m.tmj", "layer 7 'l'", "(0, 0), 2 x 1 overlap those at (1, 0), 1 x 1");
    }

    @Test
    void aLayerWithTwiceItsDataIsRefused() {
        String map =
                """
                <map orientation='orthogonal' width='2' height='1' tilewidth='8' tileheight='8'>
                 <tileset firstgid='1' source='s.tsx'/>
                 <layer id='1' name='ground'><data encoding='csv'>1,1</data>
                  <data encoding='csv'>2,2</data></layer>
                </map>""";

        assertThat(refused("m.tmx", bytes(map), Map.of("s.tsx", bytes(SET))).text())
                .contains("layer 1 'ground'", "overlap");
    }
}
