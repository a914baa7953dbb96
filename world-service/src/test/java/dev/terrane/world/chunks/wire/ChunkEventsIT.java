package dev.terrane.world.chunks.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.proto.world.v1alpha1.ChunkAction;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.WorldServer;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stream of changes over a real WebSocket. */
class ChunkEventsIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir static Path folder;
    private static WorldServer server;

    @BeforeAll
    static void start() {
        server = WorldServer.start(folder);
        Definitions definitions = server.bean(Definitions.class);
        definitions.create(new World(WorldFixture.ROOM.world(), "World", WorldFixture.GRID, 1));
        definitions.create(new Room(WorldFixture.ROOM, "Room", new Box(-20, -20, 0, 20, 20, 1)));
        definitions.create(
                new Room(RoomKey.of("w", "other"), "Other", new Box(0, 0, 0, 20, 20, 1)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static final class Heard implements EventHandler {
        private final List<ChunkEvent> events = new CopyOnWriteArrayList<>();
        private final List<ResetCause> resets = new CopyOnWriteArrayList<>();

        @Override
        public void onEvent(EventCursor cursor, ByteString payload) {
            try {
                events.add(ChunkEvent.parseFrom(payload));
            } catch (InvalidProtocolBufferException broken) {
                throw new IllegalStateException(broken);
            }
        }

        @Override
        public void onReset(EventCursor head, ResetCause cause) {
            resets.add(cause);
        }
    }

    private static EventStreamClient subscribe(String topic, Heard heard) {
        return new EventStreamClient(
                        server.base(),
                        ChunkEvents.CONTRACT,
                        topic,
                        ByteString.EMPTY,
                        TokenSource.fixed(server.issuer().token("service")),
                        EventStreamSettings.defaults(),
                        heard)
                .start();
    }

    private static ChunkHead submit(EditRequest request) {
        EditResult result = server.bean(Edits.class).submit(request);
        return WorldFixture.applied(result).head();
    }

    @Test
    void everyCommittedChangeIsHeardInOrderByItsTopic() {
        Heard room = new Heard();
        Heard other = new Heard();
        try (EventStreamClient first = subscribe("w/r", room);
                EventStreamClient second = subscribe("w/other", other)) {
            Await.until(LONG, "subscriptions", () -> first.cursor().isPresent());
            Await.until(LONG, "subscriptions", () -> second.cursor().isPresent());

            ChunkHead created =
                    submit(WorldFixture.putRequest(WorldFixture.chunk(0, 0), Base.NONE, "c"));
            ChunkHead edited =
                    submit(
                            WorldFixture.patchRequest(
                                    WorldFixture.key(0, 0),
                                    WorldFixture.base(created),
                                    WorldFixture.setTile(1, 1),
                                    "e"));
            submit(
                    EditRequest.of(
                            WorldFixture.key(0, 0),
                            WorldFixture.base(edited),
                            new EditRequest.Change.Delete(),
                            EditRequest.Id.ofChunk("d"),
                            WorldFixture.ANN));

            Await.until(LONG, "three events", () -> room.events.size() >= 3);
            assertThat(room.events)
                    .extracting(ChunkEvent::getAction)
                    .containsExactly(
                            ChunkAction.CHUNK_ACTION_CREATE,
                            ChunkAction.CHUNK_ACTION_UPDATE,
                            ChunkAction.CHUNK_ACTION_DELETE);
            assertThat(room.events).extracting(ChunkEvent::getRevision).containsExactly(1L, 2L, 3L);
            assertThat(room.events.get(1).getChecksum()).isEqualTo(edited.checksum().hex());
            assertThat(other.events).isEmpty();
            assertThat(room.resets).containsExactly(ResetCause.START);
        }
    }
}
