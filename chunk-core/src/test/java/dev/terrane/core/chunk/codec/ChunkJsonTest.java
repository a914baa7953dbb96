package dev.terrane.core.chunk.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkJsonTest {
    private static final String MINIMAL =
            """
            {"world_id":"w","room_id":"r","coord":{"cx":0,"cy":0,"cz":0}}""";

    @Test
    void whatIsDerivedMayBeLeftOut() {
        Chunk chunk = ChunkJson.decode(MINIMAL).get();

        assertThat(chunk.grid()).isEqualTo(ChunkGrid.DEFAULT);
        assertThat(chunk.meta()).isEqualTo(Meta.NONE);
        assertThat(chunk.layers()).isEmpty();
    }

    @Test
    void theDocumentsOwnExampleIsRefusedAtItsTiles() {
        String sixteen =
                """
                {"version":1,"key":"w_0001:r_0001:12:-4:0","world_id":"w_0001","room_id":"r_0001",
                 "coord":{"cx":12,"cy":-4,"cz":0},
                 "bounds":{"min_x":384.0,"min_y":-128.0,"min_z":0.0,
                           "max_x":416.0,"max_y":-96.0,"max_z":1.0},
                 "tiles":[{"name":"ground","layer_id":0,"width":32,"height":32,"depth":1,
                   "palette":[{"id":0,"asset_id":"","solid":false,"flags":0,"variants":1},
                              {"id":1,"asset_id":"tiles/grass"}],
                   "tiles":[0,1,1,1,0,1,1,0,0,1,1,1,1,0,1,1]}]}""";

        Decoded.Rejected<Chunk> rejected = rejected(ChunkJson.decode(sixteen));

        assertThat(rejected.location()).hasToString("/tiles/0/tiles");
        assertThat(rejected.detail()).contains("16 cells").contains("1024");
    }

    @Test
    void missingSeveritiesMeanNoneAndAllEightAreWritten() {
        String flagged =
                MINIMAL.replace(
                        "\"coord\"", "\"flags\":{\"categories\":{\"hate\":\"mild\"}},\"coord\"");

        Chunk chunk = ChunkJson.decode(flagged).get();

        assertThat(chunk.flags().severity(ContentCategory.HATE)).isEqualTo(Severity.MILD);
        assertThat(ChunkJson.encode(chunk))
                .contains("\"violence\":\"none\"")
                .contains("\"custom\":\"none\"")
                .contains("\"hate\":\"mild\"");
    }

    @Test
    void floatsAreRoundedToFloat32AndPrintedShortest() {
        String placed =
                MINIMAL.replace(
                        "\"coord\"",
                        "\"objects\":[{\"id\":\"o\",\"type\":\"t\",\"asset_id\":\"a\",\"transform\":"
                                + "{\"pos\":[0.1,-0.0,1e-60]}}],\"coord\"");

        Chunk chunk = ChunkJson.decode(placed).get();

        assertThat(chunk.objects().getFirst().transform().position().x()).isEqualTo(0.1f);
        assertThat(ChunkJson.encode(chunk)).contains("\"pos\":[0.1,0.0,0.0]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"coord\" | \"version\":2,\"coord\" | MISMATCH | /version",
                "\"coord\" | \"key\":\"w:r:1:0:0\",\"coord\" | MISMATCH | /key",
                "\"coord\" | \"surprise\":1,\"coord\" | UNKNOWN_MEMBER | /surprise",
                "\"world_id\":\"w\" | \"world_id\":\"w:x\" | BAD_TEXT | /world_id",
                "\"world_id\":\"w\", | '' | MISSING_MEMBER | /world_id",
                "\"cz\":0 | \"cz\":1 | BAD_VALUE | /coord",
                "\"cz\":0 | \"cz\":0.5 | BAD_VALUE | /coord/cz",
                "\"cx\":0 | \"cx\":2147483648 | BAD_VALUE | /coord/cx",
                "\"coord\" | \"tiles\":{},\"coord\" | BAD_VALUE | /tiles",
                "\"coord\" | \"objects\":[{}],\"coord\" | MISSING_MEMBER | /objects/0/id",
                "\"coord\" | \"flags\":{\"sources\":[1]},\"coord\" | BAD_TEXT | /flags/sources/0",
                "\"coord\" | \"checksum\":\"00\",\"coord\" | MISMATCH | /checksum",
                "\"coord\" | \"meta\":{},\"coord\" | MISSING_MEMBER | /meta/author",
            })
    void faultsAreNamedByPointer(String found, String put, RejectReason reason, String pointer) {
        Decoded.Rejected<Chunk> rejected =
                rejected(ChunkJson.decode(MINIMAL.replace(found, put == null ? "" : put)));

        assertThat(rejected.reason()).isEqualTo(reason);
        assertThat(rejected.location()).hasToString(pointer);
    }

    @Test
    void brokenTextIsNamedByLineAndColumn() {
        Decoded.Rejected<Chunk> rejected =
                rejected(ChunkJson.decode("{\n  \"a\": 1,\n  \"a\": 2}"));

        assertThat(rejected.reason()).isEqualTo(RejectReason.BAD_JSON);
        assertThat(rejected.location()).isInstanceOf(Decoded.Location.Text.class);
        assertThat(ChunkJson.decode("")).isInstanceOf(Decoded.Rejected.class);
        assertThat(ChunkJson.decode("[".repeat(100_000))).isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void aChecksumMustBeTheInputsOwn() {
        Chunk chunk = Chunks.small();
        String json = ChunkJson.encode(chunk);
        String checksum = AgpcCodec.encode(chunk).checksum().hex();

        assertThat(ChunkJson.decode(json).get()).isEqualTo(chunk);
        assertThat(rejected(ChunkJson.decode(json.replace(checksum, "0".repeat(64)))).reason())
                .isEqualTo(RejectReason.CHECKSUM_MISMATCH);
    }

    @Test
    void theWorldsGridMustMatch() {
        String json = ChunkJson.encode(Chunks.small());

        Decoded.Rejected<Chunk> rejected =
                rejected(ChunkJson.decode(json, ChunkGrid.DEFAULT, ChunkLimits.DEFAULT));

        assertThat(rejected.location()).hasToString("/bounds/min_x");
    }

    private static Decoded.Rejected<Chunk> rejected(Decoded<Chunk> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        return (Decoded.Rejected<Chunk>) decoded;
    }
}
