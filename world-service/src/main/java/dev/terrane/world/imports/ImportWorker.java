package dev.terrane.world.imports;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreErrors;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.imports.ImportJob.RoomMade;
import dev.terrane.world.imports.ImportJob.State;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Runs jobs one after the other, step by step; each step is noted with what it did, so a job goes
 * on after a restart, and on another process when its own is gone. One thread of its own, a
 * platform thread: maps are decompressed by native code.
 */
@Component
public final class ImportWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImportWorker.class);
    private static final long RETRY_SECONDS = 5;
    private static final long FORGET_MINUTES = 30;

    /** Failures in a row, of no environment's making, before a job waits to be called again. */
    private static final int FAILURES_MAX = 3;

    private final StoreThreads threads;
    private final HeldJobs held;
    private final StagingStep staging;
    private final PlanningStep planning;
    private final CommitStep commit;
    private final NewRoomStep newRoom;
    private final ImportRetention retention;
    private final ImportTurns turns;
    private final ImportProperties properties;
    private final ImportMeters meters;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("world-import").factory());

    /** Makes an idle worker. */
    ImportWorker(
            StoreThreads threads,
            HeldJobs held,
            StagingStep staging,
            PlanningStep planning,
            CommitStep commit,
            NewRoomStep newRoom,
            ImportRetention retention,
            ImportTurns turns,
            ImportProperties properties,
            ImportMeters meters,
            InstantSource clock) {
        this.threads = threads;
        this.held = held;
        this.staging = staging;
        this.planning = planning;
        this.commit = commit;
        this.newRoom = newRoom;
        this.retention = retention;
        this.turns = turns;
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Goes on with what a stop left; on a shared database also with what others leave. What is to
     * be forgotten goes at once: a world's file may be closed before long.
     */
    @EventListener(ApplicationReadyEvent.class)
    public void start() {
        wake();
        ScheduledFuture<?> _ =
                thread.scheduleWithFixedDelay(this::forget, 0, FORGET_MINUTES, TimeUnit.MINUTES);
        if (threads.kind() == DatabaseKind.POSTGRESQL) {
            long period = Math.max(500, properties.lease().toMillis() / 2);
            ScheduledFuture<?> _ =
                    thread.scheduleWithFixedDelay(
                            this::runAll, period, period, TimeUnit.MILLISECONDS);
        }
    }

    /** Whether there is a job to run. */
    public boolean hasWork() {
        return held.hasNext();
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

    private void forget() {
        try {
            retention.run(clock.instant());
            runAll();
        } catch (RuntimeException e) {
            LOG.warn("old imports are forgotten later", e);
        }
    }

    private void runAll() {
        try {
            while (!thread.isShutdown() && runStep()) {
                // One step at a time, so that closing waits for one step at most.
            }
        } catch (CancellationException e) {
            LOG.debug("closing: jobs go on at the next start");
        } catch (RuntimeException e) {
            if (!thread.isShutdown()) {
                LOG.warn("imports are interrupted and go on in {} s", RETRY_SECONDS, e);
                submit(RETRY_SECONDS);
            }
        }
    }

    /** Does one step of the next job; false when there is no work. */
    public boolean runStep() {
        Optional<ImportJob> next = held.claim();
        if (next.isEmpty()) {
            return false;
        }
        ImportJob job = next.get();
        try {
            run(job);
        } catch (HeldJobs.OvertakenException e) {
            LOG.info("{}", e.getMessage());
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            failed(job, e);
        }
        return true;
    }

    private void run(ImportJob job) {
        switch (job.state()) {
            case STAGING -> turns.run(() -> staging.run(job));
            case PLANNING -> planning.run(job);
            case COMMITTING -> {
                if (job.roomMade() == RoomMade.NO) {
                    commit.run(job);
                } else {
                    newRoom.run(job);
                }
            }
            case FINISHING -> newRoom.finish(job);
            case CANCELLING -> newRoom.cancel(job);
            case PLANNED, SUSPENDED, DONE, FAILED, CANCELLED ->
                    throw new IllegalStateException("job " + job.id() + " is " + job.state());
        }
    }

    /** What the database or the disk does not allow now is tried again; the rest a few times. */
    private void failed(ImportJob job, RuntimeException e) {
        if (thread.isShutdown() || isEnvironment(e)) {
            throw e;
        }
        LOG.error("import job {} failed while {}", job.id(), job.state(), e);
        meters.failedStep();
        if (job.attempts() + 1 < FAILURES_MAX || job.state() == State.CANCELLING) {
            held.note(job, change -> change.attempts(job.attempts() + 1));
            throw e;
        }
        held.note(
                job,
                change ->
                        change.report(
                                        job.report()
                                                .withProblem(
                                                        ImportProblems.of(
                                                                TerraneException.of(
                                                                                CommonError
                                                                                        .INTERNAL,
                                                                                "the import failed"
                                                                                        + " while "
                                                                                        + job
                                                                                                .state()
                                                                                        + ", see"
                                                                                        + " the log")
                                                                        .toException())))
                                .suspended(job.state()));
    }

    /** Refusals of the store name a queue that is full or closing, not the job. */
    private static boolean isEnvironment(RuntimeException e) {
        return e instanceof TerraneException
                || e instanceof PessimisticLockingFailureException
                || StoreErrors.isEnvironment(e);
    }

    /** Ends after the step that runs; the rest goes on at the next start. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
