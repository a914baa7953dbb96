package dev.terrane.world.moderation;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.AssetUse;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.Reflags;
import dev.terrane.world.moderation.store.ReflagStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Runs reflag jobs one after the other, in slices; each slice is noted when it is committed, so a
 * job goes on after a restart. Its edits wait in the same queue as everybody's. One thread of its
 * own.
 */
@Component
public final class ReflagWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReflagWorker.class);
    private static final int SLICE = 32;
    private static final long RETRY_SECONDS = 5;

    private final StoreThreads threads;
    private final ReflagStore jobs;
    private final AssetUse use;
    private final EditQueue edits;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("world-reflag").factory());

    /** Makes an idle worker. */
    public ReflagWorker(
            StoreThreads threads,
            ReflagStore jobs,
            AssetUse use,
            EditQueue edits,
            InstantSource clock) {
        this.threads = threads;
        this.jobs = jobs;
        this.use = use;
        this.edits = edits;
        this.clock = clock;
    }

    /** Goes on with what a stop left. */
    @EventListener(ApplicationReadyEvent.class)
    public void start() {
        wake();
    }

    /** Whether a job is not done. */
    public boolean hasWork() {
        return threads.read(jobs::findNext).isPresent();
    }

    /** Looks for work. */
    public void wake() {
        submit(0);
    }

    private void submit(long delaySeconds) {
        try {
            ScheduledFuture<?> _ = thread.schedule(this::runAll, delaySeconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("closing: jobs go on at the next start");
        }
    }

    private void runAll() {
        try {
            while (!thread.isShutdown() && runSlice()) {
                // One slice at a time, so that closing waits for one slice at most.
            }
        } catch (RuntimeException e) {
            if (!thread.isShutdown()) {
                LOG.warn("reflagging is interrupted and goes on in {} s", RETRY_SECONDS, e);
                submit(RETRY_SECONDS);
            }
        }
    }

    /** Does one slice; false when there is no work. */
    public boolean runSlice() {
        Optional<ReflagJob> next = threads.read(jobs::findNext);
        if (next.isEmpty()) {
            return false;
        }
        ReflagJob job = next.get();
        List<ChunkKey> slice = threads.read(() -> use.list(job.assetId(), job.cursor(), SLICE));
        if (slice.isEmpty()) {
            threads.run(() -> jobs.finish(job.id(), clock.instant()));
            return true;
        }
        Reflags.write(edits, slice);
        threads.run(
                () -> jobs.advance(job, slice.getLast().toString(), slice.size(), clock.instant()));
        return true;
    }

    /** Ends after the slice that runs; the rest goes on at the next start. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
