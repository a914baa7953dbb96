package dev.terrane.world.imports;

import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.store.ImportJobStore;
import java.time.Instant;
import org.springframework.stereotype.Component;

/**
 * Forgets jobs that ended long ago, and ends those nobody came back to: plans that wait, and jobs
 * that were suspended. A suspended one of which readers see something cannot be ended; it is tried
 * again. The last import of a map into a room stays: the next one compares with it.
 */
@Component
final class ImportRetention {
    private static final int AT_ONCE = 64;

    private final StoreThreads threads;
    private final ImportJobStore jobs;
    private final ImportProperties properties;

    ImportRetention(StoreThreads threads, ImportJobStore jobs, ImportProperties properties) {
        this.threads = threads;
        this.jobs = jobs;
        this.properties = properties;
    }

    /** One round, in a write of its own or the caller's. */
    void run(Instant now) {
        threads.run(
                () -> {
                    jobs.listOver(now.minus(properties.jobsKept()), AT_ONCE).forEach(jobs::delete);
                    for (String id :
                            jobs.listForgotten(now.minus(properties.plansKept()), AT_ONCE)) {
                        jobs.lock(id).ifPresent(job -> jobs.update(ended(job).at(now)));
                    }
                });
    }

    /** What a job was suspended for stays its problem, so it ends as failed. */
    private static ImportJob.Change ended(ImportJob job) {
        State goesOnWith = job.resumeState();
        return goesOnWith != null && job.isSeen()
                ? job.change().resumed(goesOnWith)
                : job.change().to(State.CANCELLING);
    }
}
