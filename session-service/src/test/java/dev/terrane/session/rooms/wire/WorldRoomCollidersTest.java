package dev.terrane.session.rooms.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
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
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WorldRoomCollidersTest {
    private static final RoomColliders.RoomName ROOM = new RoomColliders.RoomName("w", "r");
    private static final ChunkSize SIZE = new ChunkSize(4, 4, 1);

    /** A chunk whose bottom row is solid rock; grass everywhere else is not. */
    private static Chunk chunk(int cx, int cy) {
        return chunk(cx, cy, 3);
    }

    private static Chunk chunk(int cx, int cy, long revision) {
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
                .setRevision(revision)
                .setChecksum("of " + revision)
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
                        new RoomColliders.PinnedChunk(-1, 0, 0, 3, "of 3"),
                        new RoomColliders.PinnedChunk(0, 0, 0, 3, "of 3"));
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

    /** What a follower is told; the same may be told again, as when it began to follow. */
    private static final class Told {
        private final BlockingQueue<RoomColliders.Colliders> queue = new LinkedBlockingQueue<>();
        private List<RoomColliders.PinnedChunk> before = List.of();

        /** Next, but for repetitions, the boxes are from these chunks. */
        void awaitPinned(RoomColliders.PinnedChunk... pinned) throws InterruptedException {
            List<RoomColliders.PinnedChunk> wanted = List.of(pinned);
            List<RoomColliders.PinnedChunk> now = before;
            while (now.equals(before)) {
                now =
                        Objects.requireNonNull(
                                        queue.poll(30, TimeUnit.SECONDS),
                                        "nothing is told after " + before)
                                .pinned();
            }
            assertThat(now).isEqualTo(wanted);
            before = wanted;
        }
    }

    private static RoomColliders.PinnedChunk pin(int cx, long revision) {
        return new RoomColliders.PinnedChunk(cx, 0, 0, revision, "of " + revision);
    }

    @Test
    void aChunkThatIsSetAsideKeepsTheBoxesItHad() throws Exception {
        var room = new FakeRoom();
        room.put(chunk(0, 0));
        room.put(chunk(1, 0));
        var told = new Told();
        try (var colliders = new WorldRoomColliders(room, room, Duration.ofMillis(20))) {
            colliders.follow(ROOM, told.queue::add);
            told.awaitPinned(pin(0, 3), pin(1, 3));

            room.setAside(0, 0);
            room.put(chunk(0, 0, 4));
            room.tell(0, 0);
            room.put(chunk(1, 0, 4));
            room.tell(1, 0);
            told.awaitPinned(pin(0, 3), pin(1, 4));

            // As a restore at its revision does, of which no event tells.
            room.heal(0, 0);
            told.awaitPinned(pin(0, 4), pin(1, 4));

            room.delete(0, 0);
            room.tell(0, 0);
            told.awaitPinned(pin(1, 4));
        }
    }

    @Test
    void aRoomIsNotReadWithoutAChunkThatIsThere() {
        var room = new FakeRoom();
        room.put(chunk(0, 0));
        room.put(chunk(5, 0));
        room.setAside(5, 0);
        try (var colliders = new WorldRoomColliders(room, room)) {
            assertThatThrownBy(() -> colliders.fetch(ROOM))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            refused ->
                                    assertThat(refused.code())
                                            .isEqualTo(SessionError.ROOM_COLLIDERS_UNAVAILABLE))
                    .hasMessageContaining("chunk 5,0 cannot be read");
        }
    }

    @Test
    void whatWasReadBeforeAFailureIsToldWhenTheRoomCanBeRead() throws Exception {
        var room = new FakeRoom();
        room.put(chunk(0, 0));
        var told = new Told();
        try (var colliders = new WorldRoomColliders(room, room)) {
            colliders.follow(ROOM, told.queue::add);
            told.awaitPinned(pin(0, 3));

            // Nothing is known of the second, so each round ends with it, after the first was read.
            room.setAside(1, 0);
            room.put(chunk(1, 0));
            room.tell(1, 0);
            room.put(chunk(0, 0, 4));
            room.tell(0, 0);
            room.delete(1, 0);
            told.awaitPinned(pin(0, 4));
        }
    }

    @Test
    void aRoomThatCannotBeReadForAWhileIsOneWarning() throws Exception {
        var room = new FakeRoom();
        room.put(chunk(0, 0));
        room.fail(3);
        Logger logger = (Logger) LoggerFactory.getLogger(RoomFollower.class);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.addAppender(appender);
        var told = new Told();
        try (var colliders = new WorldRoomColliders(room, room, Duration.ofMillis(20))) {
            colliders.follow(ROOM, told.queue::add);
            told.awaitPinned(pin(0, 3));
            Await.until(
                    Duration.ofSeconds(30),
                    "told that it is well",
                    () -> !messages(appender, Level.INFO).isEmpty());
            assertThat(room.failures()).isZero();
            assertThat(messages(appender, Level.WARN))
                    .filteredOn(text -> text.contains("no world answers"))
                    .hasSize(1);
        } finally {
            logger.detachAppender(appender);
        }
    }

    private static List<String> messages(ListAppender<ILoggingEvent> appender, Level level) {
        return appender.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
