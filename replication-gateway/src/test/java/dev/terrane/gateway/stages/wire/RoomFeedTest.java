package dev.terrane.gateway.stages.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.StageFixture;
import dev.terrane.gateway.live.TestPeer;
import dev.terrane.proto.stage.v1alpha1.ChunkInvalidated;
import dev.terrane.proto.world.v1alpha1.ChunkAction;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.proto.world.v1alpha1.Severity;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.server.Role;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoomFeedTest {
    private static final EventCursor HEAD = new EventCursor(1, 0);

    private final StageFixture fixture = new StageFixture();
    private final AtomicLong nanos = new AtomicLong(5);
    private final AtomicInteger resyncs = new AtomicInteger();

    /** World-service is not there: whatever is asked of it fails. */
    private final RoomFeed feed =
            new RoomFeed(
                    fixture.stage.facts().room(),
                    new ChunkClient(
                            new Calls(
                                    () -> {
                                        throw new IllegalStateException("nobody answers");
                                    },
                                    WorldOuterClass.getDescriptor()
                                            .findServiceByName("ChunkService"),
                                    Duration.ofSeconds(1)),
                            1 << 20),
                    fixture.stage.roomNews(),
                    nanos::get,
                    resyncs::incrementAndGet);

    private static byte[] event(ChunkAction action, long revision, int violence) {
        return ChunkEvent.newBuilder()
                .setKey(ChunkKey.newBuilder().setWorld("w").setRoom("r").setCx(1).setCy(-1))
                .setRevision(revision)
                .setChecksum("sum" + revision)
                .setAction(action)
                .setFlags(ContentFlags.newBuilder().setViolence(Severity.forNumber(violence)))
                .build()
                .toByteArray();
    }

    private TestPeer holder() {
        ChunkAt at = new ChunkAt(1, -1, 0);
        fixture.io.chunks.put(
                at, new Served(new Version(1, "sum1"), EncodedBody.owning(new byte[] {1})));
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        ada.only();
        ada.handle.requestChunk(at, "");
        ada.read().only();
        return ada;
    }

    private static ChunkInvalidated told(TestPeer peer) {
        return peer.read().only().getChunkInvalidated();
    }

    @Test
    void itIsCurrentOnlyWhileItHears() {
        assertThat(feed.isCurrent()).as("before the first").isFalse();
        feed.onReset(HEAD);
        assertThat(feed.isCurrent()).isTrue();
        assertThat(resyncs).hasValue(1);
        nanos.addAndGet(RoomFeed.SILENCE_MAX.toNanos());
        assertThat(feed.isCurrent()).as("silent").isFalse();
        feed.onCurrent();
        assertThat(feed.isCurrent()).isTrue();
        feed.onLost();
        assertThat(feed.isCurrent()).isFalse();
        // Events of before come first: it has not caught up until it is told so.
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_UPDATE, 2, 0));
        assertThat(feed.isCurrent()).isFalse();
        feed.onCurrent();
        assertThat(feed.isCurrent()).isTrue();
    }

    @Test
    void whatCannotBeReadAnewIsTriedAgainByTheNextConnection() {
        feed.onReset(HEAD);
        TestPeer ada = holder();
        feed.onLost();
        assertThatThrownBy(() -> feed.onReset(HEAD)).hasMessageContaining("nobody answers");
        assertThat(feed.isCurrent()).isFalse();
        assertThat(resyncs).hasValue(1);
        assertThat(ada.read().outside).isEmpty();
        // So does an event whose meaning is unknown, and one that does not say what it is flagged
        // for.
        assertThatThrownBy(() -> feed.onEvent(new byte[] {(byte) 0xff}))
                .hasMessageContaining("nobody answers");
        assertThatThrownBy(() -> feed.onEvent(event(ChunkAction.CHUNK_ACTION_LOST, 1, 0)))
                .hasMessageContaining("nobody answers");
    }

    @Test
    void eventsAreTold() {
        feed.onReset(HEAD);
        TestPeer ada = holder();
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_UPDATE, 2, 0));
        assertThat(told(ada).getRevision()).isEqualTo(2);
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_DURABLE, 2, 0));
        assertThat(ada.read().outside).isEmpty();
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_DELETE, 3, 0));
        assertThat(told(ada).getDeleted()).isTrue();
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_CREATE, 4, 0));
        assertThat(told(ada).getDeleted()).isFalse();
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_GATE, 4, 0));
        assertThat(ada.read().outside).isEmpty();
        feed.onEvent(event(ChunkAction.CHUNK_ACTION_UPDATE, 5, 1));
        ChunkInvalidated revoked = told(ada);
        assertThat(revoked.getGated()).isTrue();
        assertThat(revoked.getChecksum()).isEmpty();
        assertThat(revoked.getRevision()).isZero();
    }
}
