package dev.terrane.session.rooms.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import dev.terrane.support.security.ServiceClients;
import dev.terrane.support.telemetry.OutageLog;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows {@code terrane.world-events.v1alpha1} over WebSocket, one connection a room. */
final class WorldRoomEvents implements WorldRoomColliders.RoomEvents {
    private static final Logger LOG = LoggerFactory.getLogger(WorldRoomEvents.class);
    private static final String CONTRACT = "terrane.world-events.v1alpha1";

    private final ServiceClients clients;

    WorldRoomEvents(ServiceClients clients) {
        this.clients = clients;
    }

    @Override
    public Runnable follow(RoomName room, Consumer<RoomTiles.At> onChunk, Runnable onMissed) {
        EventStreamClient stream =
                new EventStreamClient(
                        clients.address("world"),
                        CONTRACT,
                        room.world() + "/" + room.room(),
                        ByteString.EMPTY,
                        clients.tokens(),
                        EventStreamSettings.defaults(),
                        new Handler(
                                room,
                                onChunk,
                                onMissed,
                                new OutageLog(
                                        LOG,
                                        "the stream of events of room %s/%s"
                                                .formatted(room.world(), room.room()))));
        stream.start();
        // Closing waits for the stream's thread; who stops following need not.
        return () -> Thread.ofVirtual().name("room events end").start(stream::close);
    }

    private record Handler(
            RoomName room, Consumer<RoomTiles.At> onChunk, Runnable onMissed, OutageLog outage)
            implements EventHandler {
        @Override
        public void onEvent(EventCursor cursor, ByteString payload) {
            ChunkEvent event;
            try {
                event = ChunkEvent.parseFrom(payload);
            } catch (InvalidProtocolBufferException e) {
                LOG.error("an event of room {}/{} does not parse", room.world(), room.room(), e);
                onMissed.run();
                return;
            }
            if (event.getKey().getCz() == 0) {
                onChunk.accept(RoomReader.at(event.getKey()));
            }
        }

        @Override
        public void onReset(EventCursor head, ResetCause cause) {
            onMissed.run();
        }

        @Override
        public void onCurrent(EventCursor head) {
            outage.good();
        }

        @Override
        public void onDisconnect(String why) {
            outage.failed(why);
        }
    }
}
