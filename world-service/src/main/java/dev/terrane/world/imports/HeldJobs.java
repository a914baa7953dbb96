package dev.terrane.world.imports;

import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.store.ImportJobStore;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/**
 * Jobs this process runs. Every transaction of a job goes through here: it happens only while the
 * job is this process's and in the state the step is for, and notes how far it came.
 */
@Component
final class HeldJobs {
    private final StoreThreads threads;
    private final ImportJobStore jobs;
    private final ImportProperties properties;
    private final InstantSource clock;
    private final ImportProbe probe;
    private final ImportMeters meters;
    private final String owner = UUID.randomUUID().toString();

    HeldJobs(
            StoreThreads threads,
            ImportJobStore jobs,
            ImportProperties properties,
            InstantSource clock,
            ImportProbe probe,
            ImportMeters meters) {
        this.threads = threads;
        this.jobs = jobs;
        this.properties = properties;
        this.clock = clock;
        this.probe = probe;
        this.meters = meters;
    }

    /** The job was cancelled, or another process took it over. */
    static final class OvertakenException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OvertakenException(String id) {
            super("job " + id + " is somebody else's now", null, false, false);
        }
    }

    /** Whether there is a job to run. */
    boolean hasNext() {
        return threads.read(() -> jobs.hasNext(owner, clock.instant()));
    }

    /** Takes the next job there is to run. */
    Optional<ImportJob> claim() {
        if (!hasNext()) {
            return Optional.empty();
        }
        return threads.write(
                () -> jobs.claim(owner, clock.instant(), clock.instant().plus(properties.lease())));
    }

    /** One transaction of a job; its outcome is the job as it is then. */
    ImportJob advance(ImportJob job, Function<ImportJob, ImportJob.Change> work) {
        ImportJob next = threads.write(() -> held(job, work));
        meters.advanced(job, next);
        probe.reached(job.state(), next);
        return next;
    }

    private ImportJob held(ImportJob job, Function<ImportJob, ImportJob.Change> work) {
        if (!jobs.hold(job.id(), owner, job.state(), clock.instant().plus(properties.lease()))) {
            throw new OvertakenException(job.id());
        }
        ImportJob next = work.apply(job).at(clock.instant().truncatedTo(ChronoUnit.MILLIS));
        jobs.update(next);
        if (next.state().isResting()) {
            meters.open(jobs, jobs.load().jobs());
        }
        return next;
    }

    /** Lets a job end without an effect: what it staged is dropped, the problem stays. */
    ImportJob fail(ImportJob job, TerraneException refusal) {
        return advance(
                job,
                now ->
                        now.change()
                                .report(now.report().withProblem(ImportProblems.of(refusal)))
                                .to(State.CANCELLING));
    }

    /** Notes a failure, in whatever transaction. */
    void note(ImportJob job, UnaryOperator<ImportJob.Change> work) {
        threads.run(
                () ->
                        jobs.lock(job.id())
                                .filter(now -> now.state() == job.state())
                                .ifPresent(
                                        now ->
                                                jobs.update(
                                                        work.apply(now.change())
                                                                .at(clock.instant()))));
    }
}
