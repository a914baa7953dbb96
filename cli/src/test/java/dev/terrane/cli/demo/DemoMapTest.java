package dev.terrane.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.rpc.error.TerraneException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoMapTest {
    private static final String MAP =
            """
            <map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="16"
                 tileheight="16" infinite="0"><tileset firstgid="1" source="sand.tsx"/>
              <layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer>
            </map>
            """;

    @TempDir private Path folder;

    @Test
    void theShippedMapBringsItsTileset() {
        var map = DemoMap.of(null);
        assertThat(map.shipped()).isTrue();
        assertThat(map.files().name()).isEqualTo("guest-island.tmx");
        assertThat(map.files().references()).containsOnlyKeys("guest-tiles.tsx");
    }

    @Test
    void theShippedMapSaysNothingThatChunksCannotKeep() {
        var files = DemoMap.of(null).files();

        ImportOutcome outcome =
                MapImporter.importMap(
                        files.name(),
                        bytes(files.map()),
                        path -> Optional.ofNullable(files.references().get(path)).map(this::bytes),
                        ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ImportOutcome.Imported.class, map -> assertThat(map.warnings()).isEmpty());
    }

    private Bytes bytes(ByteString content) {
        return Bytes.wrap(content.toByteArray());
    }

    @Test
    void theShippedSchemaIsValid() {
        assertThat(SchemaReader.read(DemoMap.schema().toByteArray()))
                .isInstanceOf(SchemaResult.Ok.class);
    }

    @Test
    void filesBesideAMapAreCollected() throws Exception {
        Files.writeString(folder.resolve("sand.tsx"), "<tileset/>");
        Path map = folder.resolve("sand.tmx");
        Files.writeString(map, MAP);
        assertThat(DemoMap.of(map).files().references().get("sand.tsx").toStringUtf8())
                .isEqualTo("<tileset/>");
    }

    @Test
    void missingFilesAndNoMapsAreRefusedByName() throws Exception {
        Path map = folder.resolve("sand.tmx");
        assertThatThrownBy(() -> DemoMap.of(map))
                .isInstanceOf(TerraneException.class)
                .hasMessageContaining("sand.tmx");
        Files.writeString(map, MAP);
        assertThatThrownBy(() -> DemoMap.of(map))
                .isInstanceOf(TerraneException.class)
                .hasMessageContaining("sand.tsx");
        Files.writeString(map, "no map");
        assertThatThrownBy(() -> DemoMap.of(map))
                .isInstanceOf(TerraneException.class)
                .hasMessageContaining("sand.tmx");
    }
}
