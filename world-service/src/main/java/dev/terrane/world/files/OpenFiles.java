package dev.terrane.world.files;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which worlds have a file, and which of the files are open. A file is opened when it is first
 * needed and closed when nobody has used it for a while, or when another needs its place. One that
 * cannot be opened is a matter of its own world only. Opening and closing go on threads of their
 * own; any thread may call, and waits.
 */
final class OpenFiles implements AutoCloseable {
    /** How long a failure is answered before the file is tried again. */
    static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private static final Duration SHUT_WITHIN = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);
    private static final int THREADS = 4;

    private final FilesProperties properties;
    private final Lock whileOpening;
    private final Function<WorldSlot, OpenWorld> opener;
    private final BiConsumer<WorldSlot, OpenWorld> beforeIdle;
    private final Semaphore places;
    private final ConcurrentSkipListMap<String, WorldSlot> slots = new ConcurrentSkipListMap<>();
    private final Object lock = new Object();
    private final ExecutorService threads =
            Executors.newFixedThreadPool(
                    THREADS, Thread.ofPlatform().name("world-files-", 1).factory());
    private boolean closed;

    /**
     * Knows of no file yet.
     *
     * @param whileOpening held from before a file is opened until it is among the open ones
     * @param beforeIdle is shown a file nobody uses, and that does nothing, before it is closed
     */
    OpenFiles(
            FilesProperties properties,
            Lock whileOpening,
            Function<WorldSlot, OpenWorld> opener,
            BiConsumer<WorldSlot, OpenWorld> beforeIdle) {
        this.beforeIdle = beforeIdle;
        this.properties = properties;
        this.whileOpening = whileOpening;
        this.opener = opener;
        this.places = new Semaphore(properties.openMax());
    }

    /** Numbers of files: there, open, and not to be opened. */
    record Counts(int known, int open, int failed) {}

    Counts counts() {
        synchronized (lock) {
            int open = 0;
            int failed = 0;
            for (WorldSlot slot : slots.values()) {
                open += slot.world != null ? 1 : 0;
                failed += slot.failure != null ? 1 : 0;
            }
            return new Counts(slots.size(), open, failed);
        }
    }

    /** Whether no world has a file. */
    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** Takes note of a world's file; if it is new, the first use makes it. */
    WorldSlot know(WorldId id, Path file, boolean isNew) {
        return slots.computeIfAbsent(id.value(), _ -> new WorldSlot(id, file, isNew));
    }

    Optional<WorldSlot> find(WorldId id) {
        return Optional.ofNullable(slots.get(id.value()));
    }

    /** Worlds after the one named, in the order of their ids. */
    Iterable<WorldSlot> after(String id) {
        return slots.tailMap(id, false).values();
    }

    /**
     * Keeps a file open, or opens it.
     *
     * @throws TerraneException when it cannot be opened, as {@link WorldFileRefusals} says;
     *     RESOURCE_EXHAUSTED when all that may be open are in use
     */
    Lease lease(WorldSlot slot) {
        while (true) {
            CompletableFuture<?> closing;
            CompletableFuture<OpenWorld> opening = null;
            synchronized (lock) {
                requireOpen();
                closing = slot.closing;
                if (closing == null) {
                    opening = openingOf(slot);
                    slot.leases++;
                }
            }
            if (opening == null) {
                Objects.requireNonNull(closing).join();
                continue;
            }
            try {
                return new Lease(opening.join(), () -> release(slot));
            } catch (CompletionException e) {
                release(slot);
                throw WorldFileRefusals.of(slot, e.getCause() == null ? e : e.getCause());
            }
        }
    }

    /** Keeps a file open if it is. */
    Optional<Lease> leaseIfOpen(WorldSlot slot) {
        synchronized (lock) {
            OpenWorld world = slot.world;
            if (closed || world == null || slot.closing != null) {
                return Optional.empty();
            }
            slot.leases++;
            return Optional.of(new Lease(world, () -> release(slot)));
        }
    }

    private void release(WorldSlot slot) {
        synchronized (lock) {
            slot.leases--;
            slot.usedNanos = System.nanoTime();
            lock.notifyAll();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw TerraneException.of(CommonError.UNAVAILABLE, "the store is closing")
                    .toException();
        }
    }

    private CompletableFuture<OpenWorld> openingOf(WorldSlot slot) {
        CompletableFuture<OpenWorld> known = slot.opening;
        if (known != null) {
            return known;
        }
        WorldSlot.Failure failure = slot.failure;
        if (failure != null && System.nanoTime() - failure.atNanos() < RETRY_AFTER.toNanos()) {
            throw WorldFileRefusals.of(slot, failure.cause());
        }
        CompletableFuture<OpenWorld> opening = new CompletableFuture<>();
        slot.opening = opening;
        threads.execute(() -> open(slot, opening));
        return opening;
    }

    private void open(WorldSlot slot, CompletableFuture<OpenWorld> opening) {
        boolean placed = false;
        try {
            takePlace();
            placed = true;
            OpenWorld world;
            whileOpening.lock();
            try {
                world = opener.apply(slot);
                synchronized (lock) {
                    slots.putIfAbsent(slot.id.value(), slot);
                    slot.world = world;
                    slot.failure = null;
                    slot.isNew = false;
                    slot.usedNanos = System.nanoTime();
                }
            } finally {
                whileOpening.unlock();
            }
            opening.complete(world);
        } catch (RuntimeException | Error e) {
            if (placed) {
                places.release();
                LOG.error("world {} cannot be used: {}", slot.id, slot.file, e);
            }
            failed(slot, e, placed);
            opening.completeExceptionally(e);
        }
    }

    private void failed(WorldSlot slot, Throwable cause, boolean ofItsOwn) {
        synchronized (lock) {
            slot.opening = null;
            if (slot.isNew && !Files.exists(slot.file)) {
                slots.remove(slot.id.value(), slot);
            } else if (ofItsOwn && cause instanceof RuntimeException failure) {
                slot.failure = new WorldSlot.Failure(failure, System.nanoTime());
            }
        }
    }

    private void takePlace() {
        while (!places.tryAcquire()) {
            if (idle().stream().noneMatch(this::closeIfIdle)) {
                throw TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "as many worlds' files as may be open are in use")
                        .limit(
                                FilesProperties.OPEN_MAX,
                                properties.openMax(),
                                properties.openMax() + 1L)
                        .toException();
            }
        }
    }

    /** Files nobody uses, the one that was not used for the longest time first. */
    private List<WorldSlot> idle() {
        synchronized (lock) {
            long now = System.nanoTime();
            return slots.values().stream()
                    .filter(OpenFiles::isIdle)
                    .sorted(Comparator.comparingLong(slot -> slot.usedNanos - now))
                    .toList();
        }
    }

    private static boolean isIdle(WorldSlot slot) {
        return slot.world != null && slot.leases == 0 && slot.closing == null;
    }

    /** Closes what nobody used for so long. */
    void closeIdle(Duration since) {
        for (WorldSlot slot : idle()) {
            boolean due;
            synchronized (lock) {
                due = System.nanoTime() - slot.usedNanos >= since.toNanos();
            }
            if (due) {
                CompletableFuture.supplyAsync(() -> closeIfIdle(slot), threads).join();
            }
        }
    }

    private boolean closeIfIdle(WorldSlot slot) {
        OpenWorld world;
        synchronized (lock) {
            world = slot.world;
        }
        if (world == null || isBusy(world)) {
            return false;
        }
        CompletableFuture<@Nullable Void> gate = new CompletableFuture<>();
        synchronized (lock) {
            if (slot.world != world || !isIdle(slot) || closed) {
                return false;
            }
            slot.closing = gate;
            slot.world = null;
            slot.opening = null;
        }
        try {
            look(slot, world);
            close(slot, world);
        } finally {
            reopenable(slot, gate);
        }
        return true;
    }

    private void look(WorldSlot slot, OpenWorld world) {
        try {
            beforeIdle.accept(slot, world);
        } catch (RuntimeException e) {
            LOG.warn("world {} is not looked at before it is closed", slot.id, e);
        }
    }

    private static boolean isBusy(OpenWorld world) {
        try {
            return world.isBusy();
        } catch (RuntimeException e) {
            return false; // Its file does not answer; what is to be done goes on when it is opened.
        }
    }

    private void close(WorldSlot slot, OpenWorld world) {
        try {
            slot.lastKnown = world.lastKnown(slot.id);
            world.close();
        } catch (RuntimeException e) {
            LOG.error("world {} was not closed cleanly", slot.id, e);
        } finally {
            places.release();
        }
    }

    private void reopenable(WorldSlot slot, CompletableFuture<@Nullable Void> gate) {
        synchronized (lock) {
            slot.closing = null;
            lock.notifyAll();
        }
        gate.complete(null);
    }

    /**
     * Closes a world's file, does something with it and lets it be opened again. Who asks for the
     * world meanwhile waits.
     *
     * @param atMost how long who uses it now may take to end
     */
    <T> T whileClosed(WorldSlot slot, Duration atMost, Supplier<T> work) {
        CompletableFuture<@Nullable Void> gate = new CompletableFuture<>();
        OpenWorld world = takeOut(slot, gate, System.nanoTime() + atMost.toNanos());
        try {
            return CompletableFuture.supplyAsync(
                            () -> {
                                if (world != null) {
                                    close(slot, world);
                                }
                                return work.get();
                            },
                            threads)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        } finally {
            reopenable(slot, gate);
        }
    }

    private @Nullable OpenWorld takeOut(
            WorldSlot slot, CompletableFuture<@Nullable Void> gate, long deadline) {
        synchronized (lock) {
            boolean mine = awaitUntil(() -> slot.closing == null, deadline);
            if (mine) {
                requireOpen();
                slot.closing = gate;
            }
            if (!mine || !awaitUntil(() -> slot.leases == 0, deadline)) {
                if (mine) {
                    reopenable(slot, gate);
                }
                throw TerraneException.of(
                                CommonError.UNAVAILABLE,
                                "world '" + slot.id + "' is in use by calls that do not end")
                        .toException();
            }
            OpenWorld world = slot.world;
            slot.world = null;
            slot.opening = null;
            slot.failure = null;
            return world;
        }
    }

    /** While holding the lock, which it leaves meanwhile; false when the time is over. */
    private boolean awaitUntil(BooleanSupplier condition, long deadline) {
        while (!condition.getAsBoolean()) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                return false;
            }
            try {
                lock.wait(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /**
     * Gives a world to nobody any more until it was opened anew; what it met is told to who asks.
     */
    void shut(WorldSlot slot, OpenWorld world, RuntimeException cause) {
        LOG.error("world {} is closed", slot.id, cause);
        CompletableFuture<@Nullable Void> gate = new CompletableFuture<>();
        synchronized (lock) {
            if (closed || slot.world != world || slot.closing != null) {
                return; // It is on its way out already.
            }
            slot.closing = gate;
        }
        threads.execute(
                () -> {
                    synchronized (lock) {
                        // Who has it may end what was begun.
                        boolean _ =
                                awaitUntil(
                                        () -> slot.leases == 0 || closed,
                                        System.nanoTime() + SHUT_WITHIN.toNanos());
                        slot.world = null;
                        slot.opening = null;
                        slot.failure = new WorldSlot.Failure(cause, System.nanoTime());
                    }
                    try {
                        close(slot, world);
                    } finally {
                        reopenable(slot, gate);
                    }
                });
    }

    /** Opens no more and closes all, also what is in use. */
    @Override
    public void close() {
        List<CompletableFuture<?>> ends = new ArrayList<>();
        synchronized (lock) {
            closed = true;
            for (Map.Entry<String, WorldSlot> entry : slots.entrySet()) {
                WorldSlot slot = entry.getValue();
                CompletableFuture<OpenWorld> opening = slot.opening;
                if (slot.closing != null) {
                    ends.add(slot.closing);
                } else if (opening != null) {
                    ends.add(
                            opening.handleAsync(
                                    (world, failure) -> {
                                        if (failure == null) {
                                            close(slot, world);
                                        }
                                        return failure == null;
                                    },
                                    threads));
                }
                lock.notifyAll();
            }
        }
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new)).join();
        threads.shutdown();
    }
}
