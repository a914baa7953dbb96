package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.ActionReply;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.proto.stage.v1alpha1.ChunkFlags;
import dev.terrane.proto.stage.v1alpha1.Pong;
import dev.terrane.proto.stage.v1alpha1.RelayResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Unanswered requests of one connection. Any thread adds, the owner thread answers; after {@link
 * #fail} every request fails at once. Answers are completed outside the lock.
 */
final class Requests {
    private final int pendingMax;
    private final Map<String, ArrayDeque<CompletableFuture<ActionAnswer>>> actions =
            new HashMap<>();
    private final Map<String, ArrayDeque<CompletableFuture<RelayAnswer>>> relays = new HashMap<>();
    private final Map<ChunkPosition, ArrayDeque<CompletableFuture<ChunkAnswer>>> chunks =
            new HashMap<>();
    private final Map<ChunkPosition, ArrayDeque<CompletableFuture<FlagsAnswer>>> flags =
            new HashMap<>();
    private final Map<String, ArrayDeque<CompletableFuture<EditAnswer>>> edits = new HashMap<>();
    private final Map<Long, ArrayDeque<CompletableFuture<Long>>> pings = new HashMap<>();
    private @Nullable StageException over;
    private int pending;

    Requests(int pendingMax) {
        this.pendingMax = pendingMax;
    }

    CompletableFuture<ActionAnswer> action(String id) {
        return add(actions, id);
    }

    CompletableFuture<RelayAnswer> relay(String id) {
        return add(relays, id);
    }

    CompletableFuture<ChunkAnswer> chunk(ChunkPosition at) {
        return add(chunks, at);
    }

    CompletableFuture<FlagsAnswer> flags(ChunkPosition at) {
        return add(flags, at);
    }

    CompletableFuture<EditAnswer> edit(String id) {
        return add(edits, id);
    }

    CompletableFuture<Long> ping(long nonce) {
        return add(pings, nonce);
    }

    void answer(ActionReply reply) {
        String id = reply.getActionId();
        complete(
                actions,
                id,
                reply.hasError()
                        ? new ActionAnswer.Refused(id, Problem.of(reply.getError()))
                        : new ActionAnswer.Done(id, reply.getResult()));
    }

    void answer(RelayResult result) {
        String id = result.getRelayId();
        complete(
                relays,
                id,
                result.hasError()
                        ? new RelayAnswer.Refused(id, Problem.of(result.getError()))
                        : new RelayAnswer.Queued(id, result.getDelivered()));
    }

    void answer(ChunkData data) {
        complete(chunks, ChunkPosition.of(data.getAt()), ChunkReader.read(data));
    }

    void answer(ChunkFlags message) {
        complete(flags, ChunkPosition.of(message.getAt()), ChunkReader.read(message));
    }

    void answer(ChunkEditResult result) {
        var at = ChunkPosition.of(result.getAt());
        complete(
                edits,
                result.getEditId(),
                result.hasError()
                        ? new EditAnswer.Refused(
                                at,
                                Problem.of(result.getError()),
                                result.getRevision(),
                                result.getChecksum())
                        : new EditAnswer.Accepted(
                                at,
                                result.getRevision(),
                                result.getChecksum(),
                                result.getDurable()));
    }

    void answer(Pong pong) {
        complete(pings, pong.getNonce(), pong.getTick());
    }

    /** Fails what is unanswered and whatever is asked later. */
    void fail(StageException reason) {
        List<CompletableFuture<?>> open = new ArrayList<>();
        synchronized (this) {
            over = reason;
            for (var kind : List.of(actions, relays, chunks, flags, edits, pings)) {
                kind.values().forEach(open::addAll);
                kind.clear();
            }
            pending = 0;
        }
        open.forEach(future -> future.completeExceptionally(reason));
    }

    private synchronized <K, A> CompletableFuture<A> add(
            Map<K, ArrayDeque<CompletableFuture<A>>> kind, K key) {
        if (over != null) {
            return CompletableFuture.failedFuture(over);
        }
        if (pending >= pendingMax) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("more than " + pendingMax + " unanswered requests"));
        }
        pending++;
        var future = new CompletableFuture<A>();
        kind.computeIfAbsent(key, k -> new ArrayDeque<>()).add(future);
        return future;
    }

    /** Answers the oldest request of the key; an answer nobody waits for is ignored. */
    private <K, A> void complete(Map<K, ArrayDeque<CompletableFuture<A>>> kind, K key, A answer) {
        CompletableFuture<A> future;
        synchronized (this) {
            var waiting = kind.get(key);
            if (waiting == null) {
                return;
            }
            future = waiting.remove();
            pending--;
            if (waiting.isEmpty()) {
                kind.remove(key);
            }
        }
        future.complete(answer);
    }
}
