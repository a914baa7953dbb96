package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.StageIo.BodySpawn;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.BodyKind;
import dev.terrane.proto.session.v1alpha1.Circle;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.RemoveBody;
import dev.terrane.proto.session.v1alpha1.SpawnBody;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stage's commands to its session, in order, each under a deterministic id, {@code
 * gateway/<stage>/<stage generation>/<number>}. One request at a time, with everything that waits,
 * by a thread that may block. A command that could not be sent is sent again with the same id, so
 * it is carried out at most once. For all threads.
 */
final class SessionOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(SessionOutbox.class);
    private static final int BATCH_MAX = 64;
    private static final int WAITING_MAX = 10_000;

    private final Calls sessions;
    private final SessionFacts session;
    private final String idPrefix;
    private final Executor requests;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long lastNumber;
    private boolean sending;

    /**
     * @param generation generation of the stage, which no other run of it has
     */
    SessionOutbox(
            Calls sessions,
            SessionFacts session,
            String stageId,
            long generation,
            Executor requests) {
        this.sessions = sessions;
        this.session = session;
        this.idPrefix = "gateway/" + stageId + "/" + generation + "/";
        this.requests = requests;
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
        return add(Command.newBuilder().setRemove(RemoveBody.newBuilder().setBodyId(bodyId)));
    }

    private CompletableFuture<Void> add(Command.Builder command) {
        Waiting added;
        boolean start;
        synchronized (this) {
            if (waiting.size() >= WAITING_MAX) {
                return CompletableFuture.failedFuture(
                        TerraneException.of(
                                        CommonError.RESOURCE_EXHAUSTED,
                                        "too many commands wait for session " + session.name())
                                .limit("sessionCommandsMax", WAITING_MAX, WAITING_MAX + 1L)
                                .toException());
            }
            String id = idPrefix + ++lastNumber;
            added = new Waiting(command.setCommandId(id).build(), new CompletableFuture<>());
            waiting.add(added);
            start = !sending;
            sending = true;
        }
        if (start) {
            requests.execute(this::drain);
        }
        return added.done();
    }

    private void drain() {
        while (true) {
            List<Waiting> batch = new ArrayList<>();
            synchronized (this) {
                while (batch.size() < BATCH_MAX && !waiting.isEmpty()) {
                    batch.add(waiting.remove());
                }
                if (batch.isEmpty()) {
                    sending = false;
                    return;
                }
            }
            try {
                submit(batch);
            } catch (RuntimeException e) {
                LOG.warn(
                        "session {} did not take {} commands: {}",
                        session.name(),
                        batch.size(),
                        e.toString());
                batch.forEach(command -> command.done().completeExceptionally(e));
            }
        }
    }

    private void submit(List<Waiting> batch) {
        SubmitRequest.Builder request =
                SubmitRequest.newBuilder()
                        .setName(session.name())
                        .setGeneration(session.generation());
        batch.forEach(command -> request.addCommands(command.command()));
        SubmitResponse response =
                sessions.call("Submit", request.build(), SubmitResponse.getDefaultInstance());
        if (response.getReceiptsCount() != batch.size()) {
            throw TerraneException.of(
                            CommonError.INTERNAL, "session " + session.name() + " lost receipts")
                    .toException();
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

    private record Waiting(Command command, CompletableFuture<Void> done) {}
}
