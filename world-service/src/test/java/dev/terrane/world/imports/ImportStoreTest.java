package dev.terrane.world.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.maps.ImportReason;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.definitions.Room;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of imports, on both databases. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class ImportStoreTest {
    private static final String SET =
            "<tileset name=\"s\" tilecount=\"4\"><image source=\"s.png\"/></tileset>";
    private static final String MAP =
            """
            <map orientation="orthogonal" width="40" height="2" tilewidth="8" tileheight="8">
             <tileset firstgid="1" source="s.tsx"/>
             <layer id="1" name="ground"><data encoding="csv">%s</data></layer>
             <objectgroup id="2" name="o"><object id="5" type="spawn" x="264" y="8"/></objectgroup>
            </map>
            """
                    .formatted("1,".repeat(79) + "1");
    private static final RoomKey ROOM = RoomKey.of("isle", "main");

    @Parameter Databases.Engine engine;
    @TempDir Path folder;
    private WorldFixture world;

    @BeforeEach
    void open() {
        world = WorldFixture.open(engine.open(folder));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private ImportResult run(RoomKey room, String map, String importId) {
        return world.imports
                .submit(
                        new ImportRequest(
                                room,
                                "isle.tmx",
                                WorldFixture.bytes(map),
                                WorldFixture.files("s.tsx", SET),
                                importId,
                                "ann"))
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private void assertNothingWritten() {
        assertThat(world.count("worlds") + world.count("rooms") + world.count("chunks")).isZero();
        assertThat(world.count("revisions") + world.count("chunk_objects")).isZero();
        assertThat(world.changes).isEmpty();
    }

    @Test
    void aMapBecomesTheContentOfANewRoomOfANewWorld() {
        ImportResult result = run(ROOM, MAP, "i1");

        assertThat(result)
                .isInstanceOfSatisfying(
                        ImportResult.Done.class,
                        done -> {
                            assertThat(done.chunks()).isEqualTo(2);
                            assertThat(done.objects()).isEqualTo(1);
                            assertThat(done.bounds()).isEqualTo(new Box(0, 0, 0, 40, 2, 1));
                        });
        assertThat(world.definitions.find(ROOM).orElseThrow().bounds())
                .isEqualTo(new Box(0, 0, 0, 40, 2, 1));
        assertThat(world.get(ChunkKey.of("isle", "main", 1, 0, 0)).chunk().objects()).hasSize(1);
        assertThat(world.changes).hasSize(2);
    }

    @Test
    void aRoomThatHasChunksIsNotImportedInto() {
        run(ROOM, MAP, "i1");

        assertThat(run(ROOM, MAP, "i2")).isEqualTo(new ImportResult.RoomNotEmpty(ROOM, 2));
        assertThat(run(ROOM, MAP, "i1")).as("a retry").isInstanceOf(ImportResult.Done.class);
        assertThat(world.count("revisions")).isEqualTo(2);
    }

    @Test
    void brokenMapsLeaveNothingBehind() {
        assertThat(run(ROOM, MAP.substring(0, MAP.length() - 30), "i1"))
                .isInstanceOfSatisfying(
                        ImportResult.Refused.class,
                        refused ->
                                assertThat(refused.refusal().reason())
                                        .isEqualTo(ImportReason.NOT_WELL_FORMED));
        assertThat(run(ROOM, MAP.replace("orthogonal", "isometric"), "i1"))
                .isInstanceOf(ImportResult.Refused.class);
        assertThat(run(ROOM, MAP.replace("s.tsx", "gone.tsx"), "i1"))
                .isInstanceOf(ImportResult.Refused.class);
        assertNothingWritten();
    }

    @Test
    void aMapThatDoesNotFitItsRoomLeavesNothingBehind() {
        world.withRoom();
        world.definitions.create(
                new Room(RoomKey.of("w", "narrow"), "narrow", new Box(0, 0, 0, 8, 8, 1)));

        ImportResult result = run(RoomKey.of("w", "narrow"), MAP, "i1");

        assertThat(result)
                .isInstanceOfSatisfying(
                        ImportResult.Misfit.class,
                        misfit -> assertThat(misfit.place()).contains("chunk 2,0,0"));
        assertThat(world.count("chunks")).isZero();
    }

    @Test
    void numberingGoesOnWhereARoomOnceHadChunks() {
        run(ROOM, MAP, "i1");
        for (int cx = 0; cx < 2; cx++) {
            ChunkKey key = ChunkKey.of("isle", "main", cx, 0, 0);
            WorldFixture.applied(
                    world.submit(
                            EditRequest.of(
                                    key,
                                    WorldFixture.base(world.get(key).head()),
                                    new EditRequest.Change.Delete(),
                                    EditRequest.Id.ofChunk("d" + cx),
                                    WorldFixture.ANN)));
        }

        run(ROOM, MAP, "i2");

        assertThat(world.get(ChunkKey.of("isle", "main", 0, 0, 0)).head().revision()).isEqualTo(3);
        assertThat(world.get(ChunkKey.of("isle", "main", 0, 0, 0)).chunk().meta().revision())
                .isEqualTo(3);
    }
}
