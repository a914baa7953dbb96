package dev.terrane.session.rooms.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.RoomColliders;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorldRoomCollidersTest {
    private static final RoomColliders.RoomName ROOM = new RoomColliders.RoomName("w", "r");
    private static final ChunkSize SIZE = new ChunkSize(4, 4, 1);

    /** A chunk whose bottom row is solid rock; grass everywhere else is not. */
    private static Chunk chunk(int cx, int cy) {
        int[] cells = new int[16];
        Arrays.fill(cells, 2);
        Arrays.fill(cells, 12, 16, 1);
        var layer =
                new TileLayer(
                        "ground",
                        0,
                        SIZE,
                        List.of(
                                TileDef.AIR,
                                new TileDef(1, "rock", true, 0, 1),
                                new TileDef(2, "grass", false, 0, 1)),
                        TileGrid.of(cells));
        var model =
                new dev.terrane.core.chunk.Chunk(
                        dev.terrane.core.chunk.ChunkKey.of("w", "r", cx, cy, 0),
                        new ChunkGrid(SIZE, ChunkGrid.Origin.ZERO),
                        List.of(layer),
                        List.of(),
                        ContentFlags.NONE,
                        Meta.NONE);
        return Chunk.newBuilder()
                .setKey(ChunkKey.newBuilder().setWorld("w").setRoom("r").setCx(cx).setCy(cy))
                .setRevision(3)
                .setChecksum("ab")
                .setImage(ByteString.copyFrom(AgpcCodec.encode(model).bytes().toArray()))
                .build();
    }

    private static RoomColliders.Colliders merge(List<Chunk> chunks) {
        RoomTiles tiles = new RoomTiles();
        chunks.forEach(chunk -> RoomReader.put(ROOM, chunk, tiles));
        return tiles.merge();
    }

    @Test
    void solidRowsOfNeighbouringChunksBecomeOneBoxInWorldUnits() {
        var colliders = merge(List.of(chunk(-1, 0), chunk(0, 0)));
        assertThat(colliders.boxes())
                .singleElement()
                .satisfies(
                        box -> {
                            assertThat(box.id().value()).startsWith(RoomColliders.BODY_PREFIX);
                            assertThat(box.shape()).isEqualTo(new Shape.Box(new Vec2(4, 0.5)));
                            assertThat(box.motion().position()).isEqualTo(new Vec2(0, 3.5));
                        });
        assertThat(colliders.pinned())
                .containsExactly(
                        new RoomColliders.PinnedChunk(-1, 0, 0, 3, "ab"),
                        new RoomColliders.PinnedChunk(0, 0, 0, 3, "ab"));
    }

    @Test
    void aChunkThatCannotBeReadIsNamed() {
        Chunk broken = chunk(2, 1).toBuilder().setImage(ByteString.copyFromUtf8("no")).build();
        assertThatThrownBy(() -> merge(List.of(broken)))
                .isInstanceOf(TerraneException.class)
                .hasMessageContaining("chunk 2,1");
    }

    @Test
    void anEmptyRoomHasNoColliders() {
        assertThat(merge(List.of()).boxes()).isEmpty();
    }
}
