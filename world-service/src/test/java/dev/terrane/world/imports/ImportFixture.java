package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.GridUse;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.store.ImportJobStore;
import dev.terrane.world.imports.store.StagedStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.unit.DataSize;

/** Import jobs over a real database, run by hand on the caller's thread. */
public final class ImportFixture implements AutoCloseable {
    public static final ImportProperties PROPERTIES =
            new ImportProperties(
                    DataSize.ofMegabytes(16),
                    3,
                    8,
                    DataSize.ofMegabytes(4),
                    6,
                    Duration.ofDays(7),
                    Duration.ofDays(1),
                    Duration.ofSeconds(30));

    private static final AtomicInteger KEYS = new AtomicInteger();

    public final Imports facade;
    public final ImportPlans plans;
    public final ImportJobStore jobs;
    private final StoreThreads threads;
    private final ImportWorker worker;

    /** Moves on by a millisecond with every look, so that jobs have an order. */
    private final AtomicLong millis;

    private volatile ImportProbe probe = ImportProbe.NONE;

    /** What holds the grid of worlds that are imported into. */
    public static GridUse gridUse(JdbcTemplate template, StoreThreads threads) {
        return new ImportGrid(new ImportJobStore(template, threads));
    }

    public ImportFixture(
            StoreThreads threads,
            JdbcTemplate template,
            Definitions definitions,
            Chunks chunks,
            ChunkHistory history,
            AssetFlags flags,
            EditQueue edits,
            RoomContent content) {
        this.threads = threads;
        this.millis = new AtomicLong(Instant.parse("2026-11-29T20:00:00Z").toEpochMilli());
        InstantSource clock = () -> Instant.ofEpochMilli(millis.incrementAndGet());
        jobs = new ImportJobStore(template, threads);
        StagedStore staged = new StagedStore(template);
        ImportMeters meters = new ImportMeters();
        HeldJobs held =
                new HeldJobs(
                        threads,
                        jobs,
                        PROPERTIES,
                        clock,
                        (step, now) -> probe.reached(step, now),
                        meters);
        ImportRetention retention = new ImportRetention(threads, jobs, PROPERTIES);
        worker =
                new ImportWorker(
                        threads,
                        held,
                        new StagingStep(
                                threads, held, jobs, staged, definitions, history, PROPERTIES),
                        new PlanningStep(threads, held, staged, chunks, content, PROPERTIES),
                        new CommitStep(held, jobs, staged, chunks, content, definitions),
                        new NewRoomStep(
                                threads, held, jobs, staged, definitions, content, edits, clock),
                        retention,
                        new ImportTurns(PROPERTIES),
                        PROPERTIES,
                        meters,
                        clock);
        worker.close(); // Tests run the jobs by hand.
        facade = new Imports(threads, jobs, worker, retention, PROPERTIES, meters, clock);
        plans = new ImportPlans(threads, staged, history, flags);
    }

    /** Is told where the jobs are from now on. */
    public void probe(ImportProbe now) {
        probe = now;
    }

    /** Lets time pass. */
    public void elapse(Duration time) {
        millis.addAndGet(time.toMillis());
    }

    /** What to do, under a key of its own. */
    public static ImportRequest.Asked asked(Mode mode, Choice prefer) {
        return asked(mode, prefer, "k" + KEYS.incrementAndGet());
    }

    public static ImportRequest.Asked asked(Mode mode, Choice prefer, String key) {
        return new ImportRequest.Asked(mode, prefer, key, "ann", Viewer.LOWEST);
    }

    /** Begins an import. */
    public ImportJob start(
            RoomKey room, String map, Map<String, Bytes> files, ImportRequest.Asked asked) {
        return facade.start(
                new ImportRequest(
                        room,
                        "isle.tmx",
                        Bytes.wrap(map.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                        files,
                        asked));
    }

    /** Runs what there is to do; the job as it is then. */
    public ImportJob finish(ImportJob job) {
        boolean more = true;
        while (more) {
            more = worker.runStep();
        }
        return get(job);
    }

    /** One step of what there is to do. */
    public boolean step() {
        return worker.runStep();
    }

    public ImportJob get(ImportJob job) {
        return facade.find(job.room().world(), job.id()).orElseThrow();
    }

    /** Forgets what is old. */
    public void forget() {
        threads.run(() -> {});
        new ImportRetention(threads, jobs, PROPERTIES).run(Instant.ofEpochMilli(millis.get()));
    }

    @Override
    public void close() {
        worker.close();
    }
}
