package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.State;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import dev.terrane.testing.Provokes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ChunkDeskTest {
    private static final ChunkAt ORIGIN = new ChunkAt(0, 0, 0);

    private final StageFixture fixture = new StageFixture();

    private TestPeer join(Role... roles) {
        TestPeer peer = fixture.join("ada", roles).read();
        peer.only();
        return peer;
    }

    private static Served chunk(long revision) {
        return new Served(
                new Version(revision, "sum" + revision), EncodedBody.owning(new byte[] {1, 2, 3}));
    }

    /** What the chunk is at a revision that is open to all. */
    private static State at(long revision, boolean exists) {
        return new State(ORIGIN, exists, new Version(revision, "sum" + revision), Gate.OPEN);
    }

    private static Edit edit() {
        return new Edit(
                ORIGIN, new Version(1, "sum1"), EncodedBody.owning(new byte[] {'[', ']'}), "e1");
    }

    @Test
    void aChunkIsServedWithTheCallersClaimsAndItsChangesAreTold() {
        fixture.io.chunks.put(ORIGIN, chunk(1));
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        ServerMessage data = ada.read().only();
        assertThat(data.getChunkData().getRevision()).isEqualTo(1);
        assertThat(data.getChunkData().getImage().toByteArray()).containsExactly(1, 2, 3);
        assertThat(fixture.io.callers)
                .singleElement()
                .extracting(c -> c.subject())
                .isEqualTo("ada");

        fixture.stage.roomNews().changed(at(2, true));
        assertThat(ada.read().only().getChunkInvalidated().getRevision()).isEqualTo(2);
        fixture.stage.roomNews().changed(at(2, true));
        fixture.stage
                .roomNews()
                .changed(new State(new ChunkAt(5, 5, 0), true, new Version(9, "x"), Gate.OPEN));
        assertThat(ada.read().outside).isEmpty();
        fixture.stage.roomNews().changed(at(3, false));
        assertThat(ada.read().only().getChunkInvalidated().getDeleted()).isTrue();
    }

    @Test
    void aCachedChunkThatIsStillCurrentComesWithoutImage() {
        fixture.io.chunks.put(ORIGIN, chunk(1));
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "sum1");
        ServerMessage data = ada.read().only();
        assertThat(data.getChunkData().getChecksum()).isEqualTo("sum1");
        assertThat(data.getChunkData().getImage().isEmpty()).isTrue();
    }

    @Test
    void aChangeThatHappensWhileTheImageIsOnItsWayIsNotMissed() {
        fixture.io.holdChunks = true;
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        fixture.stage.roomNews().changed(at(2, true));
        assertThat(ada.read().outside).isEmpty();
        fixture.io.heldBack.remove().complete(chunk(1));
        ada.read();
        assertThat(ada.outside).hasSize(2);
        assertThat(ada.outside.get(0).getChunkData().getRevision()).isEqualTo(1);
        assertThat(ada.outside.get(1).getChunkInvalidated().getRevision()).isEqualTo(2);
    }

    @Test
    void aRefusedChunkSaysWhyAndIsNotHeld() {
        fixture.io.holdChunks = true;
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        fixture.io
                .heldBack
                .remove()
                .completeExceptionally(
                        TerraneException.of(CommonError.NOT_FOUND, "no such chunk").toException());
        assertThat(ada.read().only().getChunkData().getError().getCode()).isEqualTo("NOT_FOUND");
        fixture.stage.roomNews().changed(at(2, true));
        assertThat(ada.read().outside).isEmpty();
    }

    @Test
    void aHeldChunkThatIsFlaggedIsRevokedForThoseWhoMayNotSeeIt() {
        fixture.io.chunks.put(ORIGIN, chunk(1));
        TestPeer ada = join(Role.PLAYER);
        Caller adult =
                new Caller(
                        "eve",
                        Set.of(Role.PLAYER),
                        Map.of("violence", 2),
                        false,
                        "",
                        "",
                        fixture.caller("x").expires());
        TestPeer eve = fixture.join(adult, false).read();
        eve.only();
        ada.read();
        ada.handle.requestChunk(ORIGIN, "");
        eve.handle.requestChunk(ORIGIN, "");
        ada.read().only();
        eve.read().only();

        fixture.stage.roomNews().gated(ORIGIN, new Gate(Map.of("violence", 2), false));

        assertThat(ada.read().only().getChunkInvalidated().getGated()).isTrue();
        assertThat(eve.read().outside).isEmpty();
        fixture.stage.roomNews().changed(at(2, true));
        assertThat(ada.read().outside).as("it holds it no longer").isEmpty();
        assertThat(eve.read().only().getChunkInvalidated().getRevision()).isEqualTo(2);
    }

    @Test
    void aChunkThatIsFlaggedWhileItIsOnItsWayDoesNotArrive() {
        fixture.io.holdChunks = true;
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        fixture.stage.roomNews().gated(ORIGIN, new Gate(Map.of(), true));
        fixture.io.heldBack.remove().complete(chunk(1));

        ServerMessage data = ada.read().only();

        assertThat(data.getChunkData().getError().getCode()).isEqualTo("CHUNK_GATED");
        assertThat(data.getChunkData().getImage().isEmpty()).isTrue();
    }

    @Test
    void onlyEditorsEdit() {
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunkEdit(edit());
        assertThat(ada.read().only().getChunkEditResult().getError().getCode())
                .isEqualTo("FORBIDDEN");
        assertThat(fixture.io.edits).isEmpty();
    }

    @Test
    void anEditorLearnsOfItsRevisionByTheResultAndOthersByInvalidation() {
        fixture.io.chunks.put(ORIGIN, chunk(1));
        fixture.io.editResult = Edited.done(new Version(2, "sum2"), false);
        TestPeer editor = join(Role.EDITOR);
        TestPeer other = fixture.join("bob", Role.PLAYER).read();
        other.only();
        editor.handle.requestChunk(ORIGIN, "");
        other.handle.requestChunk(ORIGIN, "");
        editor.read().only();
        other.read().only();
        editor.handle.requestChunkEdit(edit());
        ServerMessage result = editor.read().only();
        assertThat(result.getChunkEditResult().getRevision()).isEqualTo(2);
        assertThat(result.getChunkEditResult().getEditId()).isEqualTo("e1");
        assertThat(result.getChunkEditResult().getDurable()).isFalse();
        fixture.stage.roomNews().changed(at(2, true));
        assertThat(editor.read().outside).isEmpty();
        assertThat(other.read().only().getChunkInvalidated().getRevision()).isEqualTo(2);
    }

    @Test
    void aStaleEditTellsTheCurrentRevision() {
        fixture.io.editResult =
                Edited.refused(
                        new Version(7, "sum7"),
                        TerraneException.of(CommonError.INVALID_ARGUMENT, "stale").toException());
        TestPeer editor = join(Role.EDITOR);
        editor.handle.requestChunkEdit(edit());
        ServerMessage result = editor.read().only();
        assertThat(result.getChunkEditResult().getRevision()).isEqualTo(7);
        assertThat(result.getChunkEditResult().getError().getCode()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void aRestatedChunkIsToldWhicheverWayItWent() {
        fixture.io.chunks.put(ORIGIN, chunk(5));
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        ada.read().only();
        assertThat(fixture.stage.roomNews().known().join()).containsExactly(ORIGIN);

        fixture.stage.roomNews().restated(List.of(at(5, true)));
        assertThat(ada.read().outside).isEmpty();
        fixture.stage.roomNews().restated(List.of(at(3, true)));
        assertThat(ada.read().only().getChunkInvalidated().getRevision()).isEqualTo(3);
        fixture.stage.roomNews().changed(at(4, true));
        assertThat(ada.read().only().getChunkInvalidated().getRevision()).isEqualTo(4);
        fixture.stage
                .roomNews()
                .restated(List.of(new State(ORIGIN, false, Version.UNKNOWN, Gate.OPEN)));
        var gone = ada.read().only().getChunkInvalidated();
        assertThat(gone.getDeleted()).isTrue();
        assertThat(gone.getRevision()).isZero();
        fixture.stage.roomNews().changed(at(1, true));
        assertThat(ada.read().only().getChunkInvalidated().getRevision()).isEqualTo(1);
    }

    @Test
    void anImageFromBeforeARestatementIsToldToBeOld() {
        fixture.io.holdChunks = true;
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        fixture.stage.roomNews().restated(List.of(at(3, true)));
        assertThat(ada.read().outside).isEmpty();
        fixture.io.heldBack.remove().complete(chunk(5));
        ada.read();
        assertThat(ada.outside.get(0).getChunkData().getRevision()).isEqualTo(5);
        assertThat(ada.outside.get(1).getChunkInvalidated().getRevision()).isEqualTo(3);
    }

    @Test
    void whoCouldNotBeAskedSaysNothingAboutWhatIsHeld() {
        fixture.io.chunks.put(ORIGIN, chunk(1));
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        ada.read().only();
        fixture.io.holdChunks = true;
        refuse(ada, CommonError.UNAVAILABLE);
        assertThat(ada.read().only().getChunkData().getError().getCode()).isEqualTo("UNAVAILABLE");
        fixture.stage.roomNews().changed(at(2, true));
        assertThat(ada.read().only().getChunkInvalidated().getRevision()).isEqualTo(2);

        refuse(ada, WorldError.CHUNK_GATED);
        ada.read();
        assertThat(ada.outside.get(0).getChunkInvalidated().getGated()).isTrue();
        assertThat(ada.outside.get(1).getChunkData().getError().getCode()).isEqualTo("CHUNK_GATED");
        ada.outside.clear();
        fixture.stage.roomNews().changed(at(3, true));
        assertThat(ada.read().outside).as("not held any more").isEmpty();
        assertThat(fixture.stage.roomNews().known().join()).isEmpty();
    }

    private void refuse(TestPeer peer, ErrorCode code) {
        peer.handle.requestChunk(ORIGIN, "");
        fixture.io
                .heldBack
                .remove()
                .completeExceptionally(TerraneException.of(code, "no").toException());
    }

    @Test
    void whatBecomesOfAnEditThatIsNotDurableIsTold() {
        fixture.io.editResult = Edited.done(new Version(2, "sum2"), false);
        TestPeer editor = join(Role.EDITOR);
        editor.handle.requestChunkEdit(edit());
        assertThat(editor.read().only().getChunkEditResult().getDurable()).isFalse();
        fixture.stage.roomNews().durable(ORIGIN, new Version(1, "sum1"));
        assertThat(editor.read().outside).isEmpty();

        fixture.stage.roomNews().durable(ORIGIN, new Version(3, "sum3"));

        var settled = editor.read().only().getChunkEditSettled();
        assertThat(settled.getEditId()).isEqualTo("e1");
        assertThat(settled.getRevision()).isEqualTo(2);
        assertThat(settled.getDurable()).isTrue();
        fixture.stage.roomNews().durable(ORIGIN, new Version(3, "sum3"));
        assertThat(editor.read().outside).isEmpty();
    }

    @Test
    void afterMissedEventsItIsAskedWhatBecameOfEdits() {
        fixture.io.editResult = Edited.done(new Version(2, "sum2"), false);
        TestPeer editor = join(Role.EDITOR);
        editor.handle.requestChunkEdit(edit());
        editor.read().only();
        fixture.stage.roomNews().restated(List.of(at(2, true)));
        assertThat(editor.read().outside).as("it is still in memory").isEmpty();
        assertThat(fixture.io.asked).containsExactly(new Version(2, "sum2"));

        fixture.io.settled = Settled.LOST;
        fixture.stage.roomNews().restated(List.of(at(1, true)));

        assertThat(editor.read().only().getChunkEditSettled().getDurable()).isFalse();
        assertThat(fixture.stage.roomNews().known().join()).isEmpty();
    }

    @Test
    void patchesThatWaitAreBoundedInBytes() {
        fixture.io.holdEdits = true;
        TestPeer editor = join(Role.EDITOR);
        for (int i = 0; i < 13; i++) {
            editor.handle.requestChunkEdit(
                    new Edit(
                            ORIGIN,
                            new Version(1, "sum1"),
                            EncodedBody.owning(new byte[256 << 10]),
                            "e" + i));
        }
        // Four are being asked, eight fill 2 MiB.
        assertThat(fixture.io.edits).hasSize(4);
        var refused = editor.read().only().getChunkEditResult();
        assertThat(refused.getEditId()).isEqualTo("e12");
        assertThat(refused.getError().getCode()).isEqualTo("RESOURCE_EXHAUSTED");
        assertThat(refused.getError().getLimitName()).isEqualTo("chunkPatchBytesMax");
        assertThat(refused.getError().getLimit()).isEqualTo(2 << 20);
    }

    @Test
    void flagsAreTold() {
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunkFlags(ORIGIN);
        var flags = ada.read().only().getChunkFlags();
        assertThat(flags.getFlags().getMature()).isTrue();
        assertThat(flags.getFlags().getSexualValue()).isEqualTo(1);
        assertThat(flags.getFlags().getCustomValue()).isEqualTo(3);
        assertThat(flags.getRevision()).isEqualTo(7);
    }

    @Test
    @Provokes("CHUNK_HOLD_LIMIT")
    @Provokes("RESOURCE_EXHAUSTED")
    void heldAndWaitingChunksAreBounded() {
        fixture.io.holdChunks = true;
        TestPeer ada = join(Role.PLAYER);
        for (int i = 0; i < 256; i++) {
            ada.handle.requestChunk(new ChunkAt(i, 0, 0), "");
        }
        assertThat(ada.read().outside).isEmpty();
        assertThat(fixture.io.heldBack).hasSize(4);
        ada.handle.requestChunk(new ChunkAt(256, 0, 0), "");
        assertThat(ada.read().only().getChunkData().getError().getCode())
                .isEqualTo("CHUNK_HOLD_LIMIT");
        for (int i = 0; i < 5; i++) {
            ada.handle.requestChunkFlags(ORIGIN);
        }
        ada.read();
        assertThat(ada.outside.getLast().getChunkFlags().getError().getCode())
                .isEqualTo("RESOURCE_EXHAUSTED");
    }

    @Test
    void aCongestedPeersQuestionsWaitUntilItHasCaughtUp() {
        fixture.io.chunks.put(ORIGIN, chunk(1));
        TestPeer ada = join(Role.PLAYER);
        ada.channel.owe(100 << 10);
        ada.handle.requestChunk(ORIGIN, "");
        assertThat(fixture.io.callers).isEmpty();
        ada.channel.owe(0);
        fixture.stage.tick();
        ada.read();
        assertThat(ada.only().getChunkData().getRevision()).isEqualTo(1);
    }

    @Test
    void anAnswerForAPeerThatHasLeftDoesNoHarm() {
        fixture.io.holdChunks = true;
        TestPeer ada = join(Role.PLAYER);
        ada.handle.requestChunk(ORIGIN, "");
        ada.handle.left();
        CompletableFuture<Served> late = fixture.io.heldBack.remove();
        late.complete(chunk(1));
        fixture.stage.tick();
        assertThat(fixture.stage.census().join().peers()).isZero();
    }
}
