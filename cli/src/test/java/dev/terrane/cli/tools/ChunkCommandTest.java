package dev.terrane.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChunkCommandTest {
    private static final String CHUNK =
            """
            {"world_id": "w", "room_id": "r", "coord": {"cx": 1, "cy": 0, "cz": 0},
             "tiles": [], "objects": []}
            """;

    @TempDir private Path folder;
    private Path json;

    @BeforeEach
    void writeChunk() throws IOException {
        json = Files.writeString(folder.resolve("chunk.json"), CHUNK);
    }

    @Test
    void encodeAndDecodeAreInverse() throws IOException {
        Cli encode = Cli.run("chunk", "encode", json.toString());
        Path image = folder.resolve("chunk.agpc");
        Path back = folder.resolve("back.json");
        Cli decode = Cli.run("chunk", "decode", image.toString(), "--out", back.toString());
        Path again = folder.resolve("again.agpc");
        Cli second = Cli.run("chunk", "encode", back.toString(), "--out", again.toString());

        assertThat(encode.exit()).as(encode.err()).isZero();
        assertThat(encode.out()).containsPattern("chunk\\.agpc  \\d+ bytes  checksum [0-9a-f]{64}");
        assertThat(decode.exit()).isZero();
        assertThat(second.exit()).as(second.err()).isZero();
        assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(image));
    }

    @Test
    void compressionChangesTheFileButNotTheChecksum() {
        Path packed = folder.resolve("packed.agpc");
        Cli.run("chunk", "encode", json.toString());
        Cli.run("chunk", "encode", json.toString(), "--zstd", "--out", packed.toString());

        JsonNode plain = inspect(folder.resolve("chunk.agpc"));
        JsonNode zstd = inspect(packed);

        assertThat(plain.path("key").asString()).isEqualTo("w:r:1:0:0");
        assertThat(plain.path("body").asString()).isEqualTo("raw");
        assertThat(zstd.path("body").asString()).isEqualTo("zstd");
        assertThat(zstd.path("checksum")).isEqualTo(plain.path("checksum"));
    }

    @Test
    void theTextFormIsForPeople() {
        Cli.run("chunk", "encode", json.toString());

        String shown = Cli.run("chunk", "inspect", folder.resolve("chunk.agpc").toString()).out();

        assertThat(shown).containsPattern("size +\\d+ x \\d+ x \\d+");
        assertThat(shown).doesNotContain("[", "{");
    }

    @Test
    void aDamagedImageIsRefusedWithReasonAndPlace() throws IOException {
        Cli.run("chunk", "encode", json.toString());
        Path image = folder.resolve("chunk.agpc");
        byte[] bytes = Files.readAllBytes(image);
        bytes[bytes.length - 1] ^= 1;
        Files.write(image, bytes);

        Cli result = Cli.run("chunk", "inspect", image.toString());

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err()).contains("CHECKSUM_MISMATCH", "chunk.agpc");
    }

    @Test
    void badJsonIsRefusedWithItsPointer() throws IOException {
        Files.writeString(json, CHUNK.replace("\"cx\": 1", "\"cx\": 1.5"));

        Cli result = Cli.run("chunk", "encode", json.toString());

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err()).contains("/coord/cx");
    }

    private static JsonNode inspect(Path image) {
        Cli result = Cli.run("chunk", "inspect", image.toString(), "--format", "json");
        return JsonMapper.shared().readTree(result.out());
    }
}
