package dev.terrane.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.stage.v1alpha1.Accepted;
import dev.terrane.proto.stage.v1alpha1.ActionReply;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.proto.stage.v1alpha1.ChunkEditSettled;
import dev.terrane.proto.stage.v1alpha1.ChunkInvalidated;
import dev.terrane.proto.stage.v1alpha1.Declined;
import dev.terrane.proto.stage.v1alpha1.Goodbye;
import dev.terrane.proto.stage.v1alpha1.Peer;
import dev.terrane.proto.stage.v1alpha1.Pong;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.testing.FaultProxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StageClientTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final ChunkPosition AT = new ChunkPosition(1, -2, 0);

    /** Keeps how connections end. */
    private record Ends(BlockingQueue<CloseReason> reasons) implements StageListener {
        @Override
        public void onClosed(CloseReason reason) {
            reasons.add(reason);
        }
    }

    @Test
    void entryCarriesCredentialAndHello() throws Exception {
        try (var gateway = new ScriptedGateway(101)) {
            var joining = join(gateway, StageListener.NONE);
            assertThat(gateway.request())
                    .contains("GET /api/v1/stages/island/connect HTTP/1.1")
                    .contains("terrane.stage.v1alpha1")
                    .contains("terrane.bearer.abc.def");
            var hello = gateway.next().getHello();
            assertThat(hello.getProtocolVersion()).isEqualTo(1);
            assertThat(hello.getSpectator()).isFalse();
            gateway.send(accepted());
            try (var client = joining.join()) {
                assertThat(client.entry().peerId()).isEqualTo(4);
                assertThat(client.entry().ownEntities()).containsExactly(1_007);
                assertThat(client.view().peers()).containsOnlyKeys(0);
                assertThat(client.closed()).isEmpty();
            }
        }
    }

    @Test
    void framesAreAppliedAndConfirmed() throws Exception {
        try (var gateway = new ScriptedGateway(101);
                var client = enter(gateway, StageListener.NONE)) {
            gateway.send(Frames.layout(1).build());
            gateway.send(Frames.last(Frames.bind(1, 7, 1, 100)));
            var view = client.await(seen -> seen.frame() == 1, SOON).orElseThrow();
            assertThat(view.findByNetworkId(1_007)).isPresent();
            assertThat(gateway.next().getFrameAck().getFrame()).isEqualTo(1);
            gateway.send(Frames.last(Frames.delta(2, 7, 1, 90)));
            assertThat(gateway.next().getFrameAck().getFrame()).isEqualTo(2);
            var counters = client.counters();
            assertThat(counters.messages().get(MessageKind.STATE)).isEqualTo(2);
            assertThat(counters.frameBytes()).isPositive().isLessThan(counters.totalBytes());
        }
    }

    @Test
    void actionsAndPingsAreAnswered() throws Exception {
        try (var gateway = new ScriptedGateway(101);
                var client = enter(gateway, StageListener.NONE)) {
            var action = client.act("terrane.ping", Frames.text("hi"));
            String id = gateway.next().getAction().getActionId();
            gateway.send(
                    Frames.last(
                            Frames.event(
                                    1,
                                    StageEvent.newBuilder()
                                            .setActionReply(
                                                    ActionReply.newBuilder()
                                                            .setActionId(id)
                                                            .setResult(Frames.text("hi"))))));
            assertThat(get(action)).isEqualTo(new ActionAnswer.Done(id, Frames.text("hi")));
            assertThat(gateway.next().hasFrameAck()).isTrue();

            var ping = client.ping();
            gateway.send(
                    ServerMessage.newBuilder()
                            .setPong(
                                    Pong.newBuilder()
                                            .setNonce(gateway.next().getPing().getNonce())
                                            .setTick(9))
                            .build());
            assertThat(get(ping)).isEqualTo(9);
        }
    }

    @Test
    void editsAreAnsweredByTheirIds() throws Exception {
        try (var gateway = new ScriptedGateway(101);
                var client = enter(gateway, StageListener.NONE)) {
            var stale = client.editChunk(AT, 3, "base", "[]", "edit-1");
            assertThat(gateway.next().getRequestChunkEdit().getPatch().toStringUtf8())
                    .isEqualTo("[]");
            gateway.send(
                    edited(
                            result("edit-1", 5, "now")
                                    .setError(ErrorInfo.newBuilder().setCode("STALE_REVISION"))));
            assertThat(get(stale))
                    .isInstanceOfSatisfying(
                            EditAnswer.Refused.class,
                            refused -> {
                                assertThat(refused.problem().is("STALE_REVISION")).isTrue();
                                assertThat(refused.currentRevision()).isEqualTo(5);
                            });
            var behind = client.editChunk(AT, 5, "now", "[]", "edit-2");
            assertThat(gateway.next().getRequestChunkEdit().getEditId()).isEqualTo("edit-2");
            gateway.send(edited(result("edit-2", 6, "next").setDurable(true)));
            assertThat(get(behind)).isEqualTo(new EditAnswer.Accepted(AT, 6, "next", true));
        }
    }

    private static ServerMessage edited(ChunkEditResult.Builder result) {
        return ServerMessage.newBuilder().setChunkEditResult(result).build();
    }

    private static ChunkEditResult.Builder result(String editId, long revision, String checksum) {
        return ChunkEditResult.newBuilder()
                .setAt(AT.toMessage())
                .setEditId(editId)
                .setRevision(revision)
                .setChecksum(checksum);
    }

    @Test
    void changesOfHeldChunksAreTold() throws Exception {
        var invalidated = new LinkedBlockingQueue<ChunkInvalidation>();
        var listener =
                new StageListener() {
                    @Override
                    public void onChunkInvalidated(ChunkInvalidation invalidation) {
                        invalidated.add(invalidation);
                    }
                };
        try (var gateway = new ScriptedGateway(101);
                var _ = enter(gateway, listener)) {
            gateway.send(
                    ServerMessage.newBuilder()
                            .setChunkInvalidated(
                                    ChunkInvalidated.newBuilder()
                                            .setAt(AT.toMessage())
                                            .setRevision(6))
                            .build());
            assertThat(invalidated.poll(20, TimeUnit.SECONDS))
                    .isEqualTo(new ChunkInvalidation(AT, 6, "", false, false));
        }
    }

    @Test
    void chunkBytesThatAreNoChunkAreCorrupt() throws Exception {
        try (var gateway = new ScriptedGateway(101);
                var client = enter(gateway, StageListener.NONE)) {
            var chunk = client.requestChunk(AT);
            assertThat(gateway.next().getRequestChunk().getAt().getCy()).isEqualTo(-2);
            gateway.send(
                    ServerMessage.newBuilder()
                            .setChunkData(
                                    ChunkData.newBuilder()
                                            .setAt(AT.toMessage())
                                            .setRevision(1)
                                            .setChecksum("00")
                                            .setImage(Frames.text("not AGPC")))
                            .build());
            assertThat(get(chunk)).isInstanceOf(ChunkAnswer.Corrupt.class);
        }
    }

    @Test
    void refusalsAreTyped() throws Exception {
        try (var gateway = new ScriptedGateway(401)) {
            assertThatThrownBy(() -> StageClient.join(options(gateway), StageListener.NONE))
                    .isInstanceOfSatisfying(
                            StageException.class,
                            refused ->
                                    assertThat(refused.reason())
                                            .isEqualTo(new CloseReason.UpgradeRefused(401)));
        }
        try (var gateway = new ScriptedGateway(101)) {
            var joining = join(gateway, StageListener.NONE);
            gateway.next();
            gateway.send(
                    ServerMessage.newBuilder()
                            .setDeclined(
                                    Declined.newBuilder()
                                            .setError(ErrorInfo.newBuilder().setCode("STAGE_FULL"))
                                            .setMessage("full"))
                            .build());
            gateway.close(4408);
            assertThatThrownBy(joining::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            StageException.class,
                            refused ->
                                    assertThat(refused.reason())
                                            .isInstanceOfSatisfying(
                                                    CloseReason.Declined.class,
                                                    declined ->
                                                            assertThat(declined.problem().code())
                                                                    .isEqualTo("STAGE_FULL")));
        }
    }

    @Test
    void theEndIsTypedAndFailsWhatIsUnanswered() throws Exception {
        BlockingQueue<CloseReason> ends = new LinkedBlockingQueue<>();
        var listener = new Ends(ends);
        try (var gateway = new ScriptedGateway(101);
                var client = enter(gateway, listener)) {
            var action = client.act("terrane.ping", Frames.text(""));
            gateway.next();
            gateway.send(
                    ServerMessage.newBuilder()
                            .setGoodbye(
                                    Goodbye.newBuilder()
                                            .setError(ErrorInfo.newBuilder().setCode("SLOW_PEER"))
                                            .setMessage("too slow"))
                            .build());
            gateway.close(4410);
            assertThat(ends.poll(20, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            CloseReason.Dismissed.class,
                            end -> {
                                assertThat(end.closeCode()).isEqualTo(4410);
                                assertThat(end.problem().code()).isEqualTo("SLOW_PEER");
                            });
            assertThatThrownBy(() -> action.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(StageException.class);
            assertThat(client.relay(List.of(), Frames.text("late"))).isCompletedExceptionally();
        }
    }

    @Test
    void lostFramesHideTheState() throws Exception {
        BlockingQueue<CloseReason> ends = new LinkedBlockingQueue<>();
        var listener = new Ends(ends);
        try (var gateway = new ScriptedGateway(101);
                var client = enter(gateway, listener)) {
            gateway.send(Frames.layout(1).build());
            gateway.send(Frames.last(Frames.bind(1, 7, 1, 100)));
            assertThat(client.await(seen -> seen.frame() == 1, SOON)).isPresent();
            gateway.send(Frames.last(Frames.delta(3, 7, 1, 90)));
            assertThat(ends.poll(20, TimeUnit.SECONDS))
                    .isInstanceOf(CloseReason.ProtocolFault.class);
            assertThat(client.view().entities()).isEmpty();
        }
    }

    @Test
    void whatBecomesOfAnEditIsTold() throws Exception {
        var settled = new LinkedBlockingQueue<EditSettled>();
        var listener =
                new StageListener() {
                    @Override
                    public void onEditSettled(EditSettled edit) {
                        settled.add(edit);
                    }
                };
        try (var gateway = new ScriptedGateway(101);
                var _ = enter(gateway, listener)) {
            gateway.send(
                    ServerMessage.newBuilder()
                            .setChunkEditSettled(
                                    ChunkEditSettled.newBuilder()
                                            .setAt(AT.toMessage())
                                            .setEditId("e1")
                                            .setRevision(6)
                                            .setDurable(true))
                            .build());
            assertThat(settled.poll(20, TimeUnit.SECONDS))
                    .isEqualTo(new EditSettled(AT, "e1", 6, true));
        }
    }

    @Test
    void aGatewayThatIsNotHeardAnyMoreIsGivenUp() throws Exception {
        BlockingQueue<CloseReason> ends = new LinkedBlockingQueue<>();
        var listener = new Ends(ends);
        var limits = StageLimits.defaults().withSilenceMax(Duration.ofSeconds(8));
        try (var gateway = new ScriptedGateway(101);
                var proxy = FaultProxy.to(gateway.port())) {
            var options =
                    StageOptions.of(
                                    URI.create("http://localhost:" + proxy.port()),
                                    "island",
                                    new Credential.Bearer("abc.def"))
                            .withLimits(limits);
            var joining = CompletableFuture.supplyAsync(() -> StageClient.join(options, listener));
            assertThat(gateway.next().hasHello()).isTrue();
            gateway.send(accepted());
            try (var client = get(joining)) {
                // It says nothing by itself: its pongs are enough.
                gateway.awaitPing();
                assertThat(ends).isEmpty();
                var unanswered = client.ping();

                proxy.halfOpen();

                assertThat(ends.poll(60, TimeUnit.SECONDS))
                        .isEqualTo(new CloseReason.Lost("nothing came for PT8S"));
                assertThat(unanswered).isCompletedExceptionally();
            }
        }
    }

    @Test
    void silenceIsJudgedAfterAPing() {
        var silence = new Silence(Duration.ofNanos(20));
        assertThat(silence.untilNanos(0, 4)).isEqualTo(6);
        assertThat(silence.judge(0, 9)).isEqualTo(Silence.Verdict.WAIT);
        // Not looked at for long, by a slow listener: that is no reason to give it up.
        assertThat(silence.judge(0, 1_000)).isEqualTo(Silence.Verdict.PING);
        assertThat(silence.untilNanos(0, 1_004)).isEqualTo(6);
        assertThat(silence.judge(0, 1_009)).isEqualTo(Silence.Verdict.WAIT);
        assertThat(silence.judge(1_001, 1_012)).isEqualTo(Silence.Verdict.PING);
        assertThat(silence.judge(1_001, 1_021)).isEqualTo(Silence.Verdict.WAIT);
        assertThat(silence.judge(1_001, 1_022)).isEqualTo(Silence.Verdict.LOST);
    }

    @Test
    void boundsOfSilenceAreChecked() {
        assertThat(StageLimits.defaults().silenceMax()).isEqualTo(Duration.ofSeconds(20));
        assertThatThrownBy(() -> StageLimits.defaults().withSilenceMax(Duration.ofMillis(19)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 20 ms");
    }

    private static StageClient enter(ScriptedGateway gateway, StageListener listener)
            throws Exception {
        var joining = join(gateway, listener);
        assertThat(gateway.next().hasHello()).isTrue();
        gateway.send(accepted());
        return joining.get(20, TimeUnit.SECONDS);
    }

    private static CompletableFuture<StageClient> join(
            ScriptedGateway gateway, StageListener listener) {
        return CompletableFuture.supplyAsync(() -> StageClient.join(options(gateway), listener));
    }

    private static StageOptions options(ScriptedGateway gateway) {
        return StageOptions.of(gateway.url(), "island", new Credential.Bearer("abc.def"));
    }

    private static ServerMessage accepted() {
        return ServerMessage.newBuilder()
                .setAccepted(
                        Accepted.newBuilder()
                                .setPeerId(4)
                                .setStage("island")
                                .setSchemaId("guest-room@1")
                                .setTickRateHertz(20)
                                .addOwnEntities(1_007)
                                .addPeers(Peer.newBuilder().setPeerId(0).setDisplayName("gateway")))
                .build();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}
