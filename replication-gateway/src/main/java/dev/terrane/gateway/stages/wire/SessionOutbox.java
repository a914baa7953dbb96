package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.StageIo.BodySpawn;
import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.BodyKind;
import dev.terrane.proto.session.v1alpha1.Circle;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CommandError;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.RemoveBody;
import dev.terrane.proto.session.v1alpha1.SpawnBody;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One stage's commands to its session, in order, each under a deterministic id of the host's own,
 * {@code ~gateway-<hash of the stage's id and the time it was made>:<sequence>}. The sequence is
 * the stage's generation in the upper 32 bits and a number in the lower; it is given when a command
 * is sent for the first time, because the session keeps one watermark and takes sequences in
 * ascending order only. One request at a time, with everything that waits, by a thread that may
 * block. A command that could not be sent is sent again with the same id, so it is carried out at
 * most once. For all threads.
 *
 * <p>A session that rolls over is followed: its next generation has the same bodies and an empty
 * ledger, and the request that names the one before was refused whole, so it is sent again as it
 * is. Once the session is over, so are its bodies: spawns are refused, removals have nothing left
 * to do.
 *
 * <p>A spawn whose request was lost may have been carried out, or still be on its way. It fails for
 * its caller and is <em>taken back</em>: the same spawn under its own id, which settles what became
 * of it, then a removal of its body. Spawns to take back and lost removals stay at the head of the
 * outbox until the session has answered them, so no body stays for which there is no entity.
 */
final class SessionOutbox {
    /** When lost commands are sent again while nothing else is. */
    static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(SessionOutbox.class);
    private static final int BATCH_MAX = 64;
    private static final int WAITING_MAX = 10_000;

    /** Rollovers that one request may meet on its way. */
    private static final int FOLLOWED_MAX = 3;

    private static final int SOURCE_BYTES = 8;

    /** Refusals after which the session may still have carried the commands out. */
    private static final Set<ErrorCode> OPEN_OUTCOMES =
            Set.of(
                    CommonError.UNAVAILABLE,
                    CommonError.DEADLINE_EXCEEDED,
                    CommonError.RESOURCE_EXHAUSTED,
                    CommonError.INTERNAL);

    private final Submitter sessions;
    private final SessionLife session;
    private final String idPrefix;

    /** The session's generation as far as this stage knows; one request at a time reads it. */
    private volatile String generation;

    private final Executor requests;
    private final Executor retries;

    /**
     * Lost commands that must be settled before anything else: first those sent before, in the
     * order of their ids, then removals that were never sent.
     */
    private final Deque<Waiting> lost = new ArrayDeque<>();

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long lastNumber;
    private boolean sending;

    /** Whether a retry is scheduled. */
    private boolean retrying;

    /**
     * @param requests threads that may block
     * @param retries the same, after {@link #RETRY_AFTER}
     */
    SessionOutbox(
            Submitter sessions,
            SessionLife session,
            Origin origin,
            Executor requests,
            Executor retries) {
        this.sessions = sessions;
        this.session = session;
        this.generation = session.generation();
        this.idPrefix = "~gateway-" + hash(origin) + ":";
        this.lastNumber = origin.generation() << Integer.SIZE;
        this.requests = requests;
        this.retries = retries;
    }

    /** A stage made again under an id must not begin below what the one before has used. */
    private static String hash(Origin origin) {
        String made = origin.stageId() + "@" + origin.createdAt().toEpochMilli();
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(made.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, SOURCE_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    CompletableFuture<Void> spawn(BodySpawn spawn) {
        Body body =
                Body.newBuilder()
                        .setId(spawn.bodyId())
                        .setPosition(Vec2.newBuilder().setX(spawn.x()).setY(spawn.y()))
                        .setVelocity(Vec2.getDefaultInstance())
                        .setKind(kind(spawn.rule().kind()))
                        .setCircle(Circle.newBuilder().setRadius(spawn.rule().radius()))
                        .setMass(spawn.rule().mass())
                        .setRestitution(spawn.rule().restitution())
                        .build();
        return add(Command.newBuilder().setSpawn(SpawnBody.newBuilder().setBody(body)));
    }

    CompletableFuture<Void> remove(String bodyId) {
        return add(removal(bodyId));
    }

    private static Command.Builder removal(String bodyId) {
        return Command.newBuilder().setRemove(RemoveBody.newBuilder().setBodyId(bodyId));
    }

    /** Whether the session its commands are for is still there. */
    SessionLife session() {
        return session;
    }

    private CompletableFuture<Void> add(Command.Builder command) {
        Waiting added;
        boolean start;
        synchronized (this) {
            // Removals are bounded by the spawns before them.
            if (command.hasSpawn() && waiting.size() + lost.size() >= WAITING_MAX) {
                return CompletableFuture.failedFuture(
                        TerraneException.of(
                                        CommonError.RESOURCE_EXHAUSTED,
                                        "too many commands wait for session " + session.name())
                                .limit("sessionCommandsMax", WAITING_MAX, WAITING_MAX + 1L)
                                .toException());
            }
            added = new Waiting(command.build(), new CompletableFuture<>());
            waiting.add(added);
            start = !sending;
            sending = true;
        }
        if (start) {
            requests.execute(this::drain);
        }
        return added.done();
    }

    private Waiting numbered(Waiting waiting) {
        return waiting.command().getCommandId().isEmpty()
                ? waiting.withId(idPrefix + ++lastNumber)
                : waiting;
    }

    /** Sends lost commands again, if nobody sends now. */
    private void retry() {
        synchronized (this) {
            retrying = false;
            if (sending) {
                return;
            }
            sending = true;
        }
        drain();
    }

    private void drain() {
        while (true) {
            List<Waiting> batch = new ArrayList<>();
            int again;
            synchronized (this) {
                take(lost, batch);
                again = batch.size();
                take(waiting, batch);
                if (batch.isEmpty()) {
                    sending = false;
                    return;
                }
            }
            try {
                if (!session.isOver()) {
                    submit(batch);
                }
            } catch (RuntimeException e) {
                if (!session.isOver() && failed(batch, again, e)) {
                    return;
                }
            }
            if (session.isOver()) {
                settleAll(batch);
            }
        }
    }

    /**
     * Keeps what must be settled of a batch that was not answered.
     *
     * @param again commands of the batch that had been sent before
     * @return whether sending is left to a later retry
     */
    private boolean failed(List<Waiting> batch, int again, RuntimeException e) {
        // What is sent again and again is told once.
        LOG.atLevel(again < batch.size() ? Level.WARN : Level.DEBUG)
                .log(
                        "session {} did not take {} commands: {}",
                        session.name(),
                        batch.size(),
                        e.toString());
        if (isOutcomeOpen(e)) {
            keepLost(batch);
        }
        // Those kept are open still; the rest learns that nothing came of it.
        batch.forEach(command -> command.done().completeExceptionally(e));
        boolean full = again == BATCH_MAX;
        if (full) {
            // Never sent: nothing has to be taken back, and nobody has to wait for it.
            takeSpawns().forEach(command -> command.done().completeExceptionally(e));
        }
        return pauses(full);
    }

    /** No command reaches the session any more, and nothing is left of those that did. */
    private void settleAll(List<Waiting> batch) {
        TerraneException over = session.ended().join();
        for (Waiting command : batch) {
            if (command.command().hasSpawn() && !command.takenBack()) {
                command.done().completeExceptionally(over);
            } else {
                command.done().complete(null);
            }
        }
    }

    private void take(Queue<Waiting> from, List<Waiting> batch) {
        while (batch.size() < BATCH_MAX && !from.isEmpty()) {
            batch.add(numbered(from.remove()));
        }
    }

    private static boolean isOutcomeOpen(RuntimeException failure) {
        return !(failure instanceof TerraneException refusal)
                || OPEN_OUTCOMES.contains(refusal.code());
    }

    private synchronized List<Waiting> takeSpawns() {
        List<Waiting> spawns = waiting.stream().filter(w -> w.command().hasSpawn()).toList();
        waiting.removeIf(w -> w.command().hasSpawn());
        return spawns;
    }

    /**
     * Leaves the sending to a later retry when there is nothing else to send, or no room for it.
     *
     * @param full whether lost commands alone filled the batch
     */
    private boolean pauses(boolean full) {
        boolean schedule;
        synchronized (this) {
            if (lost.isEmpty() || !(full || waiting.isEmpty())) {
                return false;
            }
            sending = false;
            schedule = !retrying;
            retrying = true;
        }
        if (schedule) {
            retries.execute(this::retry);
        }
        return true;
    }

    /**
     * Puts what must be settled at the head, in its order, and takes it out of the batch. Removals
     * that take a spawn back have no id yet, so they come after everything that has one.
     */
    private synchronized void keepLost(List<Waiting> batch) {
        List<Waiting> kept = new ArrayList<>();
        List<Waiting> failed = new ArrayList<>();
        for (Waiting command : batch) {
            if (!command.command().hasSpawn() || command.takenBack()) {
                kept.add(command);
                continue;
            }
            failed.add(command);
            kept.add(command.takeBack());
            String body = command.command().getSpawn().getBody().getId();
            lost.addLast(new Waiting(removal(body).build(), new CompletableFuture<>()));
        }
        for (Waiting command : kept.reversed()) {
            lost.addFirst(command);
        }
        batch.clear();
        batch.addAll(failed);
    }

    private SubmitResponse send(List<Waiting> batch) {
        SubmitRequest.Builder request = SubmitRequest.newBuilder().setName(session.name());
        batch.forEach(command -> request.addCommands(command.command()));
        for (int followed = 0; ; followed++) {
            try {
                return sessions.submit(request.setGeneration(generation).build());
            } catch (TerraneException e) {
                String present = e.info().getExtrasOrDefault("generation", "");
                if (session.saysTheEnd(e)
                        || e.code() != SessionError.GENERATION_MISMATCH
                        || present.isEmpty()
                        || followed == FOLLOWED_MAX
                        || !session.isFollowedBy(
                                present, e.info().getExtrasOrDefault("firstGeneration", ""))) {
                    throw e;
                }
                LOG.info("session {} goes on as generation {}", session.name(), present);
                generation = present;
            }
        }
    }

    private void submit(List<Waiting> batch) {
        SubmitResponse response = send(batch);
        if (response.getReceiptsCount() != batch.size()) {
            throw TerraneException.of(
                            CommonError.INTERNAL, "session " + session.name() + " lost receipts")
                    .toException();
        }
        if (response.getReceiptsList().stream()
                .anyMatch(r -> r.getError() == CommandError.COMMAND_ERROR_SESSION_DISPOSED)) {
            session.endDisposed();
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            Receipt receipt = response.getReceipts(i);
            if (receipt.getOutcome() == Outcome.OUTCOME_ACCEPTED) {
                batch.get(i).done().complete(null);
            } else {
                batch.get(i)
                        .done()
                        .completeExceptionally(
                                TerraneException.of(
                                                StageError.JOIN_REFUSED,
                                                "session "
                                                        + session.name()
                                                        + " refused: "
                                                        + receipt.getMessage())
                                        .extra("commandError", receipt.getError().name())
                                        .toException());
            }
        }
    }

    private static BodyKind kind(String kind) {
        return switch (kind) {
            case "kinematic" -> BodyKind.BODY_KIND_KINEMATIC;
            case "static" -> BodyKind.BODY_KIND_STATIC;
            default -> BodyKind.BODY_KIND_DYNAMIC;
        };
    }

    /** Sends commands to the session; blocks, and throws when it was not answered. */
    @FunctionalInterface
    interface Submitter {
        /** The receipts of the commands, in their order. */
        SubmitResponse submit(SubmitRequest request);
    }

    /**
     * Whose commands these are.
     *
     * @param stageId the stage
     * @param createdAt when it was made; no other stage of that id was made then
     * @param generation its generation, which no other run of it has
     */
    record Origin(String stageId, Instant createdAt, long generation) {}

    /**
     * A command on its way.
     *
     * @param takenBack whether it is sent again only to settle what became of it
     */
    private record Waiting(Command command, CompletableFuture<Void> done, boolean takenBack) {
        private Waiting(Command command, CompletableFuture<Void> done) {
            this(command, done, false);
        }

        private Waiting withId(String id) {
            return new Waiting(command.toBuilder().setCommandId(id).build(), done, takenBack);
        }

        private Waiting takeBack() {
            return new Waiting(command, new CompletableFuture<>(), true);
        }
    }
}
