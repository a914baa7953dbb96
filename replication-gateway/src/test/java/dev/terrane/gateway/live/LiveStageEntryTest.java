package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.wire.ProtoPeerLink;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is left of a peer that does not come in: nothing. */
class LiveStageEntryTest {
    private final StageFixture fixture = new StageFixture();
    private final RecordingChannel channel = new RecordingChannel();

    /** Asks to enter; the body's spawn is not answered yet. */
    private CompletableFuture<Optional<PeerHandle>> beginToEnter() {
        fixture.io.holdSpawns = true;
        CompletableFuture<Optional<PeerHandle>> entered =
                fixture.stage.enter(
                        new EntryRequest(fixture.caller("ada", Role.PLAYER), false),
                        new ProtoPeerLink(channel, () -> fixture.now));
        assertThat(entered).isNotDone();
        assertThat(fixture.io.spawned).hasSize(1);
        return entered;
    }

    private void spawnIsAnswered() {
        fixture.io.heldSpawns.remove().complete(null);
    }

    private void assertNothingIsLeft() {
        assertThat(fixture.io.removed)
                .containsExactlyElementsOf(
                        fixture.io.spawned.stream().map(StageIo.BodySpawn::bodyId).toList());
        assertThat(fixture.stage.census().join()).isEqualTo(new LiveStage.Census(0, 0, 0));
    }

    @Test
    void anEntityThatCannotBeMadeTakesItsBodyWithItAndFreesTheSlot() {
        StageFixture small = new StageFixture(List.of(), Set.of(), 1);
        RecordingChannel way = new RecordingChannel();
        String longName = "x".repeat((64 << 10) + 1);
        CompletableFuture<Optional<PeerHandle>> entered =
                small.stage.enter(
                        new EntryRequest(small.caller(longName, Role.PLAYER), false),
                        new ProtoPeerLink(way, () -> small.now));
        assertThat(entered).isCompletedExceptionally();
        assertThat(small.io.spawned).hasSize(1);
        assertThat(small.io.removed).containsExactly(small.io.spawned.getFirst().bodyId());
        assertThat(small.stage.census().join()).isEqualTo(new LiveStage.Census(0, 0, 0));
        assertThat(small.join("ada", Role.PLAYER).read().only().hasAccepted()).isTrue();
    }

    @Test
    void anAnswerThatCannotBeSentTakesEntityAndBodyBack() {
        fixture.join("bob", Role.PLAYER).handle.left();
        fixture.io.removed.clear();
        fixture.io.spawned.clear();
        channel.failSends();
        CompletableFuture<Optional<PeerHandle>> entered = beginToEnter();
        spawnIsAnswered();
        assertThat(entered).isCompletedExceptionally();
        assertNothingIsLeft();
    }

    @Test
    void aPeerThatDisconnectsDuringEntryLeavesNoBody() {
        CompletableFuture<Optional<PeerHandle>> entered = beginToEnter();
        channel.cut();
        assertThat(fixture.io.removed).isEmpty();
        spawnIsAnswered();
        assertThat(entered).isCompletedWithValue(Optional.empty());
        assertNothingIsLeft();
    }

    @Test
    void aStageThatClosesDuringEntryEndsWhenTheBodyIsTakenBack() {
        CompletableFuture<Optional<PeerHandle>> entered = beginToEnter();
        var _ =
                fixture.stage.close(
                        TerraneException.of(StageError.STAGE_CLOSED, "on purpose").toException());
        assertThat(fixture.stage.ended()).isNotDone();
        spawnIsAnswered();
        assertThat(entered).isCompletedWithValue(Optional.empty());
        assertThat(channel.closeCode()).isEqualTo(4411);
        assertNothingIsLeft();
        assertThat(fixture.stage.ended()).isCompleted();
    }
}
