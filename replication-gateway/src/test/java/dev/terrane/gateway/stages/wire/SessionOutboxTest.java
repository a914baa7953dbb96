package dev.terrane.gateway.stages.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.StageIo.BodySpawn;
import dev.terrane.gateway.live.StageSpec.BodyRule;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CommandError;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Commands of a stage against a session that loses requests or answers. */
class SessionOutboxTest {
    private final Session session = new Session();
    private final SessionLife life =
            new SessionLife(
                    new SessionFacts("s", "00", "00", "", "", 0),
                    () -> {
                        throw new AssertionError("the outbox does not ask");
                    });
    private final Queue<Runnable> retries = new ArrayDeque<>();
    private final SessionOutbox outbox =
            new SessionOutbox(
                    session::submit,
                    life,
                    new SessionOutbox.Origin("lobby", Instant.ofEpochMilli(1000), 3),
                    Runnable::run,
                    retries::add);

    private CompletableFuture<Void> spawn(String bodyId) {
        return outbox.spawn(
                new BodySpawn(bodyId, 1, 2, new BodyRule("Player", "x", "y", "", 0.4, "", 0, 0)));
    }

    private static String id(long number) {
        return "~gateway-ee2563c4ec024aea:" + ((3L << 32) + number);
    }

    /** The session knows one watermark a source: what comes out of order is never carried out. */
    @Test
    void idsAscendInTheOrderOfFirstUse() {
        session.failure = TerraneException.of(CommonError.UNAVAILABLE, "down").toException();
        var _ = spawn("lobby/1");
        var _ = outbox.remove("lobby/7");
        var _ = spawn("lobby/2");
        var _ = outbox.remove("lobby/8");
        session.failure = null;
        while (!retries.isEmpty()) {
            retries.remove().run();
        }
        List<Long> firstUses =
                session.seen.stream()
                        .distinct()
                        .map(text -> Long.valueOf(text.substring(text.indexOf(':') + 1)))
                        .toList();
        assertThat(firstUses).isSorted().hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void commandsHaveDeterministicIds() {
        assertThat(spawn("lobby/1")).isCompleted();
        assertThat(outbox.remove("lobby/1")).isCompleted();
        assertThat(session.seen).containsExactly(id(1), id(2));
        assertThat(session.bodies).isEmpty();
    }

    @Test
    void aSpawnWhoseAnswerWasLostIsTakenBackOnce() {
        session.failure = TerraneException.of(CommonError.UNAVAILABLE, "cut").toException();
        session.carriesOutWhenFailing = true;
        assertThat(spawn("lobby/1")).isCompletedExceptionally();
        assertThat(session.bodies).containsExactly("lobby/1");
        assertThat(retries).hasSize(1);
        session.failure = null;
        retries.remove().run();
        assertThat(session.bodies).isEmpty();
        assertThat(session.seen).containsExactly(id(1), id(1), id(2));
        assertThat(retries).isEmpty();
    }

    @Test
    void aSpawnStillOnItsWayComesToNothing() {
        session.failure = TerraneException.of(CommonError.DEADLINE_EXCEEDED, "slow").toException();
        assertThat(spawn("lobby/1")).isCompletedExceptionally();
        SubmitRequest late = session.lastRequest;
        session.failure = null;
        retries.remove().run();
        session.submit(late);
        assertThat(session.bodies).isEmpty();
    }

    @Test
    void aLostRemovalIsSentUntilItIsAnswered() {
        var _ = spawn("lobby/1");
        session.failure = TerraneException.of(CommonError.UNAVAILABLE, "down").toException();
        CompletableFuture<Void> removed = outbox.remove("lobby/1");
        retries.remove().run();
        assertThat(removed).isNotDone();
        assertThat(retries).hasSize(1);
        session.failure = null;
        // The next command takes it along; nobody has to wait for the retry.
        assertThat(spawn("lobby/2")).isCompleted();
        assertThat(removed).isCompleted();
        assertThat(session.bodies).containsExactly("lobby/2");
        retries.remove().run();
        assertThat(session.bodies).containsExactly("lobby/2");
    }

    @Test
    void manyLostCommandsNeitherSpinNorGetLost() {
        session.failure = TerraneException.of(CommonError.UNAVAILABLE, "down").toException();
        session.carriesOutWhenFailing = true;
        for (int i = 0; i < 100; i++) {
            assertThat(spawn("lobby/" + i)).isCompletedExceptionally();
        }
        int attempts = session.attempts;
        assertThat(attempts).isLessThanOrEqualTo(100);
        assertThat(retries).hasSize(1);
        session.failure = null;
        retries.remove().run();
        assertThat(session.bodies).isEmpty();
    }

    @Test
    void whatTheSessionRefusesIsNotTakenBack() {
        session.failure = TerraneException.of(CommonError.FORBIDDEN, "no").toException();
        assertThat(spawn("lobby/1")).isCompletedExceptionally();
        assertThat(outbox.remove("lobby/1")).isCompletedExceptionally();
        assertThat(retries).isEmpty();
    }

    private static void assertOver(CompletableFuture<Void> spawn) {
        assertThat(spawn)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code()).isEqualTo(StageError.STAGE_SESSION_ENDED));
    }

    @Test
    void aDisposedSessionTakesItsBodiesWithIt() {
        assertThat(spawn("lobby/1")).isCompleted();
        session.failure = TerraneException.of(SessionError.SESSION_DISPOSED, "gone").toException();
        assertOver(spawn("lobby/2"));
        // Nothing is left to remove, and nobody is asked any more.
        assertThat(outbox.remove("lobby/1")).isCompleted();
        assertOver(spawn("lobby/3"));
        assertThat(session.attempts).isEqualTo(2);
        assertThat(retries).isEmpty();
        assertThat(life.ended()).isCompleted();
    }

    @Test
    void aReceiptThatSaysDisposedIsTheEndToo() {
        session.disposed = true;
        assertOver(spawn("lobby/1"));
        assertThat(life.ended()).isCompleted();
    }

    @Test
    void aSessionMadeAgainUnderItsNameIsNotFollowed() {
        assertThat(spawn("lobby/1")).isCompleted();
        session.failure = TerraneException.of(CommonError.UNAVAILABLE, "cut").toException();
        assertThat(spawn("lobby/2")).isCompletedExceptionally();
        CompletableFuture<Void> removed = outbox.remove("lobby/1");
        session.failure = null;
        session.makeAgain("f0");
        assertOver(spawn("lobby/3"));
        assertThat(removed).isCompleted();
        assertThat(session.bodies).isEmpty();
        retries.forEach(Runnable::run);
        assertThat(session.bodies).isEmpty();
        assertThat(life.ended()).isCompleted();
    }

    @Test
    void aSessionThatRollsOverIsFollowedWithTheSameIds() {
        assertThat(spawn("lobby/1")).isCompleted();
        session.rollOver("01");
        assertThat(spawn("lobby/2")).isCompleted();
        session.rollOver("02");
        assertThat(outbox.remove("lobby/1")).isCompleted();
        assertThat(session.bodies).containsExactly("lobby/2");
        assertThat(session.seen).containsExactly(id(1), id(2), id(3));
        assertThat(retries).isEmpty();
    }

    @Test
    void aSpawnLostBeforeARolloverIsTakenBackAfterIt() {
        session.failure = TerraneException.of(CommonError.UNAVAILABLE, "cut").toException();
        session.carriesOutWhenFailing = true;
        assertThat(spawn("lobby/1")).isCompletedExceptionally();
        session.failure = null;
        // Its body is in the next generation, its id is not.
        session.rollOver("01");
        retries.remove().run();
        assertThat(session.bodies).isEmpty();
        assertThat(retries).isEmpty();
    }

    @Test
    void aSessionThatNamesNoOtherGenerationIsNotFollowed() {
        session.failure =
                TerraneException.of(SessionError.GENERATION_MISMATCH, "disposed").toException();
        assertThat(spawn("lobby/1")).isCompletedExceptionally();
        assertThat(session.attempts).isEqualTo(1);
        assertThat(life.ended()).isNotDone();
    }

    @Test
    void aStageMadeAgainUnderItsIdHasIdsOfItsOwn() {
        assertThat(spawn("lobby/1")).isCompleted();
        SessionOutbox again =
                new SessionOutbox(
                        session::submit,
                        life,
                        new SessionOutbox.Origin("lobby", Instant.ofEpochMilli(2000), 1),
                        Runnable::run,
                        retries::add);
        assertThat(again.remove("lobby/1")).isCompleted();
        assertThat(session.bodies).isEmpty();
        assertThat(session.seen.getLast()).doesNotStartWith(id(1).substring(0, 25));
    }

    /** A session that knows the ids of its commands. */
    private static final class Session {
        private final Set<String> bodies = new TreeSet<>();
        private final Map<String, Boolean> done = new HashMap<>();
        private final List<String> seen = new ArrayList<>();
        private @Nullable TerraneException failure;
        private boolean carriesOutWhenFailing;
        private SubmitRequest lastRequest = SubmitRequest.getDefaultInstance();
        private int attempts;
        private String generation = "00";
        private String firstGeneration = "00";
        private boolean disposed;

        /** The same bodies, an empty ledger. */
        private void rollOver(String next) {
            generation = next;
            done.clear();
        }

        /** Disposed and made again under its name. */
        private void makeAgain(String first) {
            rollOver(first);
            firstGeneration = first;
            bodies.clear();
        }

        private SubmitResponse submit(SubmitRequest request) {
            attempts++;
            lastRequest = request;
            if (!request.getGeneration().equals(generation)) {
                throw TerraneException.of(SessionError.GENERATION_MISMATCH, "rolled over")
                        .extra("generation", generation)
                        .extra("firstGeneration", firstGeneration)
                        .toException();
            }
            if (failure != null) {
                if (carriesOutWhenFailing) {
                    carryOut(request);
                }
                throw failure;
            }
            return carryOut(request);
        }

        private SubmitResponse carryOut(SubmitRequest request) {
            SubmitResponse.Builder response = SubmitResponse.newBuilder();
            IntStream.range(0, request.getCommandsCount())
                    .mapToObj(request::getCommands)
                    .map(this::receipt)
                    .forEach(response::addReceipts);
            return response.build();
        }

        private Receipt receipt(Command command) {
            seen.add(command.getCommandId());
            if (disposed) {
                return Receipt.newBuilder()
                        .setOutcome(Outcome.OUTCOME_REJECTED)
                        .setError(CommandError.COMMAND_ERROR_SESSION_DISPOSED)
                        .build();
            }
            boolean accepted =
                    done.computeIfAbsent(
                            command.getCommandId(),
                            _ ->
                                    command.hasSpawn()
                                            ? bodies.add(command.getSpawn().getBody().getId())
                                            : bodies.remove(command.getRemove().getBodyId()));
            return Receipt.newBuilder()
                    .setOutcome(accepted ? Outcome.OUTCOME_ACCEPTED : Outcome.OUTCOME_REJECTED)
                    .build();
        }
    }
}
