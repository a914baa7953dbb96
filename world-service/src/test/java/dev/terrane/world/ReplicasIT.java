package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two services on one PostgreSQL: a write through one shows at once, and is heard of, at both. */
class ReplicasIT {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int EDITS = 40;
    private static final String CHUNK = "/api/v1/worlds/w/rooms/r/chunks/0,0,0";

    @TempDir Path folder;

    private static final class Heard implements EventHandler {
        private final List<ChunkEvent> events = new CopyOnWriteArrayList<>();

        @Override
        public void onEvent(EventCursor cursor, ByteString payload) {
            try {
                events.add(ChunkEvent.parseFrom(payload));
            } catch (InvalidProtocolBufferException broken) {
                throw new IllegalStateException(broken);
            }
        }

        @Override
        public void onReset(EventCursor head, ResetCause cause) {}

        /** The first events of changes after the chunk's creation, when there are that many. */
        List<ChunkEvent> edits(int count) {
            Await.until(LONG, "all events", () -> edits().size() >= count);
            return edits().subList(0, count);
        }

        private List<ChunkEvent> edits() {
            return events.stream().filter(event -> event.getRevision() > 1).toList();
        }
    }

    private static EventStreamClient subscribe(WorldServer server, Heard heard) {
        return new EventStreamClient(
                        server.base(),
                        "terrane.world-events.v1alpha1",
                        "w/r",
                        ByteString.EMPTY,
                        TokenSource.fixed(server.issuer().token("service")),
                        EventStreamSettings.defaults(),
                        heard)
                .start();
    }

    private WorldServer start(Databases.Database database, String name) {
        return WorldServer.start(
                folder.resolve(name),
                "terrane.world.store.url=" + database.url(),
                "terrane.world.store.user=" + database.user(),
                "terrane.world.store.password=" + database.password());
    }

    private static void ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    private static void prepare(WorldServer server) {
        String[] json = {"Content-Type", "application/json"};
        ok(
                server.send(
                        "POST",
                        "/api/v1/worlds",
                        bytes("{\"id\":\"w\",\"name\":\"w\",\"chunkSize\":[4,4,1]}"),
                        json));
        ok(
                server.send(
                        "POST",
                        "/api/v1/worlds/w/rooms",
                        bytes("{\"id\":\"r\",\"name\":\"r\",\"min\":[0,0,0],\"max\":[4,4,1]}"),
                        json));
        ok(
                server.send(
                        "PUT",
                        CHUNK,
                        bytes(
                                """
                                {"world_id":"w","room_id":"r","coord":{"cx":0,"cy":0,"cz":0},
                                 "tiles":[{"name":"g","layer_id":0,"palette":[
                                   {"id":0,"asset_id":""},{"id":1,"asset_id":"t"}],
                                   "tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}"""),
                        "Content-Type",
                        "application/json",
                        "If-None-Match",
                        "*"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aRoomThatGrewAtOneHasItsNewBoundsAtTheOtherAtOnce() {
        Databases.Database database = Databases.postgres();
        try (WorldServer one = start(database, "one");
                WorldServer two = start(database, "two")) {
            prepare(one);
            String room = "/api/v1/worlds/w/rooms/r";
            String next = room + "/chunks/%d,0,0";
            for (int grown = 1; grown <= 6; grown++) {
                WorldServer grower = grown % 2 == 0 ? one : two;
                WorldServer editor = grown % 2 == 0 ? two : one;
                Reply changed =
                        grower.send(
                                "PATCH",
                                room,
                                bytes("{\"max\":[%d,4,1]}".formatted(4 + grown * 4)),
                                "Content-Type",
                                "application/merge-patch+json",
                                "If-Match",
                                editor.get(room).header("ETag"));
                ok(changed);
                assertThat(editor.get(room).body()).isEqualTo(changed.body());
                ok(
                        editor.send(
                                "PUT",
                                next.formatted(grown),
                                bytes(
                                        """
                                        {"world_id":"w","room_id":"r",
                                         "coord":{"cx":%d,"cy":0,"cz":0}}"""
                                                .formatted(grown)),
                                "Content-Type",
                                "application/json",
                                "If-None-Match",
                                "*"));
            }
        }
    }

    @Test
    void aWriteThroughOneShowsAtOnceAndIsHeardInOrderAtBoth() {
        Databases.Database database = Databases.postgres();
        try (WorldServer one = start(database, "one");
                WorldServer two = start(database, "two")) {
            prepare(one);
            Heard first = new Heard();
            Heard second = new Heard();
            try (EventStreamClient atOne = subscribe(one, first);
                    EventStreamClient atTwo = subscribe(two, second)) {
                Await.until(LONG, "a subscription", () -> atOne.cursor().isPresent());
                Await.until(LONG, "a subscription", () -> atTwo.cursor().isPresent());

                for (int edit = 0; edit < EDITS; edit++) {
                    // The base is read at one instance, the edit made at the other.
                    WorldServer reader = edit % 2 == 0 ? one : two;
                    WorldServer writer = edit % 2 == 0 ? two : one;
                    String tag = reader.get(CHUNK).header("ETag");
                    Reply edited =
                            writer.patch(
                                    CHUNK,
                                    tag,
                                    "[{'op':'replace','path':'/tiles/0/tiles/%d','value':%d}]"
                                            .formatted(edit % 16, 1 - edit / 16 % 2));
                    ok(edited);
                    assertThat(reader.get(CHUNK).header("ETag"))
                            .as("at once at the other")
                            .isEqualTo(edited.header("ETag"));
                }

                // What was written before may still reach a tail after the subscription.
                long[] revisions = LongStream.rangeClosed(2, EDITS + 1L).toArray();
                List<ChunkEvent> atFirst = first.edits(revisions.length);
                assertThat(atFirst.stream().mapToLong(ChunkEvent::getRevision).toArray())
                        .isEqualTo(revisions);
                assertThat(second.edits(revisions.length)).isEqualTo(atFirst);
            }
        }
    }
}
