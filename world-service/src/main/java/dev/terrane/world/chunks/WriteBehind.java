package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.BehindTasks.Task;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.DirtyStore;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Changes of worlds that write behind. One thread takes them all, in the order they came: changes
 * of existing chunks are applied in memory and acknowledged as not durable, everything else goes
 * the ordinary way after its chunk was written. A chunk's row is marked dirty, on disk, before its
 * first such change is acknowledged; so nobody else changes it, and a start after a crash knows.
 *
 * <p>What is in memory is written at an interval, when asked, when there is too much of it, and at
 * the end. May be called by any thread but the store's.
 */
@Component
public final class WriteBehind implements EditQueue.Detour, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WriteBehind.class);

    private final StoreThreads threads;
    private final DirtyChunks dirty;
    private final BehindEdits memory;
    private final BehindFlush flush;
    private final DirtyStore marks;
    private final EditQueue queue;
    private final ChunkNews news;
    private final Definitions definitions;
    private final WriteBehindProperties properties;
    private final ChunkProperties limits;
    private final BehindTasks tasks;
    private final Thread thread =
            Thread.ofPlatform().name("world-write-behind").unstarted(this::run);
    private long retryAtNanos = System.nanoTime();
    private volatile long ending;
    private volatile String lastFailure = "";

    /**
     * Makes an idle one, which the queue sends to what is its.
     *
     * @param losses not used: what a crash left marked must have fallen back before
     */
    WriteBehind(
            StoreThreads threads,
            DirtyChunks dirty,
            BehindEdits memory,
            BehindFlush flush,
            DirtyStore marks,
            CrashLosses losses,
            EditQueue queue,
            ChunkNews news,
            Definitions definitions,
            WriteBehindProperties properties,
            ChunkProperties limits) {
        this.threads = threads;
        this.dirty = dirty;
        this.memory = memory;
        this.flush = flush;
        this.marks = marks;
        this.queue = queue;
        this.news = news;
        this.definitions = definitions;
        this.properties = properties;
        this.limits = limits;
        this.tasks = new BehindTasks(limits.editQueueMax(), thread::start);
        dirty.settleBy(this::settle);
        queue.divert(this);
    }

    /** What it applies and writes changes with. */
    public record Parts(
            StoreThreads threads,
            EditBatch batch,
            ChunkStore store,
            Chunks chunks,
            ChunkWriter writer,
            DirtyChunks dirty) {}

    /** Makes one without a container. */
    public static WriteBehind of(
            Parts parts,
            DirtyStore marks,
            CrashLosses losses,
            EditQueue queue,
            ChunkNews news,
            Definitions definitions,
            WriteBehindProperties properties,
            ChunkProperties limits) {
        return new WriteBehind(
                parts.threads(),
                parts.dirty(),
                new BehindEdits(
                        parts.batch(),
                        parts.store(),
                        parts.chunks(),
                        parts.writer(),
                        parts.dirty(),
                        properties),
                new BehindFlush(
                        parts.threads(), parts.dirty(), marks, parts.writer(), parts.batch(), news),
                marks,
                losses,
                queue,
                news,
                definitions,
                properties,
                limits);
    }

    @Override
    public boolean takes(EditRequest request) {
        return definitions.durability(request.key().world()) == Durability.WRITE_BEHIND
                || dirty.find(request.key()).isPresent();
    }

    @Override
    public CompletableFuture<EditResult> submit(EditRequest request) {
        Task.Edit task = new Task.Edit(request, new CompletableFuture<>());
        Optional<TerraneException> refusal = tasks.hand(task);
        refusal.ifPresent(task::fail);
        return task.answer();
    }

    /** Why the last flush failed; empty when it did not. */
    public String lastFailure() {
        return lastFailure;
    }

    /** Says when changes of a world are acknowledged; empty if there is no such world. */
    public Optional<World> setDurability(WorldId world, Durability durability) {
        return between(world, () -> definitions.setDurability(world, durability));
    }

    /**
     * Does something while no change of a world's chunks is in memory only, and none is taken. Not
     * inside work of the store, whose writer it waits for.
     */
    <T> T between(WorldId world, Supplier<T> work) {
        requireOutsideOfWork();
        CompletableFuture<T> result = new CompletableFuture<>();
        Task.Between task =
                new Task.Between(
                        Scope.of(world),
                        () -> result.complete(work.get()),
                        new CompletableFuture<>());
        boolean _ = tasks.await(task, task.answer());
        return result.join();
    }

    private static void requireOutsideOfWork() {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("inside work of the store, whose writer it waits for");
        }
    }

    private long settle(Scope scope) {
        requireOutsideOfWork();
        if (dirty.list(scope).isEmpty()) {
            return 0;
        }
        Task.Settle task = new Task.Settle(scope, new CompletableFuture<>());
        return tasks.await(task, task.answer());
    }

    private void run() {
        List<Task.Edit> edits = new ArrayList<>();
        while (true) {
            Task next = next();
            edits.clear();
            while (next instanceof Task.Edit edit) {
                edits.add(edit);
                next = edits.size() < limits.editBatchMax() ? tasks.poll() : null;
            }
            if (!edits.isEmpty()) {
                guarded(() -> apply(edits), e -> edits.forEach(edit -> edit.fail(e)));
            }
            switch (next) {
                case Task.Settle(Scope scope, var answer) ->
                        guarded(
                                () -> answer.complete(flush(dirty.list(scope), () -> true)),
                                answer::completeExceptionally);
                case Task.Between(Scope scope, Runnable work, var answer) ->
                        guarded(
                                () -> {
                                    flush(dirty.list(scope), () -> true);
                                    work.run();
                                    answer.complete(Boolean.TRUE);
                                },
                                answer::completeExceptionally);
                case Task.End() -> {
                    flushAtTheEnd();
                    return;
                }
                case Task.Edit _ -> throw new IllegalStateException("edits were taken before");
                case null -> {}
            }
            flushIfDue();
        }
    }

    private static void guarded(Runnable work, Consumer<Throwable> failed) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    /** The next task; null when it is time to flush. */
    private @Nullable Task next() {
        try {
            return dirty.isEmpty() ? tasks.take() : tasks.poll(Math.max(0, untilDue()));
        } catch (InterruptedException e) {
            // Nobody interrupts this thread; its end is a task.
            throw new IllegalStateException(e);
        }
    }

    private long untilDue() {
        long now = System.nanoTime();
        long age = dirty.oldestNanos().map(since -> now - since).orElse(0L);
        return Math.max(properties.interval().toNanos() - age, retryAtNanos - now);
    }

    private void flushIfDue() {
        boolean full =
                dirty.size() * 2L > properties.dirtyChunksMax()
                        || dirty.bytes() * 2 > properties.pendingBytesMax().toBytes();
        if (dirty.isEmpty() || (full ? retryAtNanos - System.nanoTime() : untilDue()) > 0) {
            return;
        }
        try {
            flush(dirty.list(Scope.ALL), () -> true);
        } catch (RuntimeException e) {
            LOG.warn("changes of {} chunks stay in memory", dirty.size(), e);
        }
    }

    private void flushAtTheEnd() {
        try {
            long flushed = flush(dirty.list(Scope.ALL), () -> System.nanoTime() - ending < 0);
            if (flushed > 0) {
                LOG.info("made {} chunks durable at the end", flushed);
            }
        } catch (RuntimeException e) {
            LOG.error("the last flush failed", e);
        }
    }

    private long flush(List<DirtyChunk> chunks, BooleanSupplier hasTime) {
        try {
            long flushed = flush.flush(chunks, hasTime);
            if (flushed > 0) {
                lastFailure = "";
            }
            return flushed;
        } catch (RuntimeException e) {
            lastFailure = String.valueOf(e.getMessage());
            retryAtNanos = System.nanoTime() + properties.interval().toNanos();
            throw e;
        }
    }

    /** Runs of changes for memory and of others, in turn. */
    private void apply(List<Task.Edit> edits) {
        int from = 0;
        while (from < edits.size()) {
            boolean kept = isForMemory(edits.get(from));
            int to = from + 1;
            while (to < edits.size() && isForMemory(edits.get(to)) == kept) {
                to++;
            }
            List<Task.Edit> group = edits.subList(from, to);
            if (kept) {
                remember(group);
            } else {
                pass(group);
            }
            from = to;
        }
    }

    private boolean isForMemory(Task.Edit edit) {
        return BehindEdits.isForMemory(edit.request())
                && definitions.durability(edit.request().key().world()) == Durability.WRITE_BEHIND;
    }

    /** Sends changes the ordinary way, once what they are made on is there. */
    private void pass(List<Task.Edit> edits) {
        Set<ChunkKey> keys = new HashSet<>();
        edits.forEach(edit -> keys.add(edit.request().key()));
        List<DirtyChunk> chunks = keys.stream().map(dirty::find).flatMap(Optional::stream).toList();
        flush(chunks, () -> true);
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (Task.Edit edit : edits) {
            answers.add(
                    queue.enqueue(edit.request())
                            .handle(
                                    (result, failure) ->
                                            failure == null
                                                    ? edit.answer().complete(result)
                                                    : edit.answer()
                                                            .completeExceptionally(
                                                                    cause(failure))));
        }
        CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)).join();
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    /** A change with what became of it in memory. */
    private record Made(Task.Edit edit, BehindEdits.Applied applied) {}

    private void remember(List<Task.Edit> edits) {
        List<Made> made = new ArrayList<>(edits.size());
        BehindEdits.Round round =
                threads.read(
                        () -> {
                            BehindEdits.Round begun = memory.begin();
                            for (Task.Edit edit : edits) {
                                guarded(
                                        () -> made.add(new Made(edit, begun.apply(edit.request()))),
                                        edit::fail);
                            }
                            return begun;
                        });
        Set<ChunkKey> moved = new HashSet<>();
        Set<ChunkKey> failed = new HashSet<>();
        RuntimeException failure = open(round, moved, failed);
        List<Task.Edit> ordinary = new ArrayList<>();
        List<Task.Edit> tooMany = new ArrayList<>();
        List<ChunkChange> changes = new ArrayList<>();
        List<Runnable> answers = new ArrayList<>();
        for (Made one : made) {
            Task.Edit edit = one.edit();
            switch (one.applied()) {
                case BehindEdits.Applied.Answered(EditResult result) ->
                        answers.add(() -> edit.answer().complete(result));
                case BehindEdits.Applied.Ordinary() -> ordinary.add(edit);
                case BehindEdits.Applied.Full() -> tooMany.add(edit);
                case BehindEdits.Applied.Kept(DirtyChunk.Pending change) -> {
                    ChunkKey key = change.write().key();
                    if (moved.contains(key)) {
                        ordinary.add(edit);
                    } else if (failed.contains(key)) {
                        answers.add(() -> edit.answer().completeExceptionally(failure));
                    } else {
                        changes.add(pending(change));
                        answers.add(() -> edit.answer().complete(kept(change)));
                    }
                }
            }
        }
        news.publish(changes);
        answers.forEach(Runnable::run);
        if (!ordinary.isEmpty()) {
            guarded(() -> pass(ordinary), e -> ordinary.forEach(edit -> edit.fail(e)));
        }
        if (!tooMany.isEmpty()) {
            makeRoom(tooMany);
        }
    }

    private static ChunkChange pending(DirtyChunk.Pending change) {
        return new ChunkChange(
                change.head(),
                new ChunkChange.Kind.Pending(ChunkAction.UPDATE),
                change.chunk().flags());
    }

    private static EditResult kept(DirtyChunk.Pending change) {
        return new EditResult.Applied(change.head(), true, ChunkAction.UPDATE, false);
    }

    /**
     * Marks what a round opened, on disk, and adopts it.
     *
     * @param moved gets those that are not what they were when they were read
     * @param failed gets those that could not be marked, for what is returned
     */
    private @Nullable RuntimeException open(
            BehindEdits.Round round, Set<ChunkKey> moved, Set<ChunkKey> failed) {
        if (round.opened().isEmpty()) {
            return null;
        }
        try {
            threads.run(
                    () -> {
                        moved.clear();
                        for (DirtyChunk chunk : round.opened().values()) {
                            if (!marks.mark(chunk.stored())) {
                                moved.add(chunk.key());
                            }
                        }
                    });
        } catch (RuntimeException e) {
            failed.addAll(round.opened().keySet());
            moved.clear();
            return e;
        }
        for (DirtyChunk chunk : round.opened().values()) {
            if (!moved.contains(chunk.key())) {
                dirty.put(chunk);
            }
        }
        return null;
    }

    /** Writes what is in memory and tries again what found no room there. */
    private void makeRoom(List<Task.Edit> edits) {
        try {
            flush(dirty.list(Scope.ALL), () -> true);
        } catch (RuntimeException e) {
            TerraneException refusal = full(e);
            edits.forEach(edit -> edit.fail(refusal));
            return;
        }
        guarded(() -> remember(edits), e -> edits.forEach(edit -> edit.fail(e)));
    }

    private TerraneException full(RuntimeException cause) {
        TerraneException.Builder refusal =
                TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "too many changes are in memory only, and writing them fails: "
                                        + cause.getMessage())
                        .cause(cause);
        return (dirty.size() >= properties.dirtyChunksMax()
                        ? refusal.limit(
                                WriteBehindProperties.DIRTY_CHUNKS_MAX,
                                properties.dirtyChunksMax(),
                                dirty.size() + 1L)
                        : refusal.limit(
                                WriteBehindProperties.PENDING_BYTES_MAX,
                                properties.pendingBytesMax().toBytes(),
                                dirty.bytes() + 1))
                .toException();
    }

    /**
     * Takes no more, and writes what is in memory within the configured time; the rest stays
     * marked, and falls back at the next start.
     */
    @Override
    public void close() {
        if (!tasks.close()) {
            return;
        }
        ending = System.nanoTime() + properties.shutdownBudget().toNanos();
        try {
            if (tasks.end(properties.shutdownBudget())) {
                thread.join(properties.shutdownBudget().plusSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!dirty.isEmpty()) {
            LOG.error(
                    "stopped with changes of {} chunks in memory only: the next start falls back to"
                            + " what is stored",
                    dirty.size());
        }
        dirty.list(Scope.ALL).forEach(chunk -> chunk.durable().complete(Boolean.FALSE));
    }
}
