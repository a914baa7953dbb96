package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Kind;
import dev.terrane.world.imports.ImportJob.RoomMade;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.store.ImportJobStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Imports of maps as jobs: begun here, run by {@link ImportWorker}. What was accepted is in the
 * database, so it goes on after a stop. May be called by any thread but the store's.
 */
@Component
public final class Imports {
    private final StoreThreads threads;
    private final ImportJobStore jobs;
    private final ImportWorker worker;
    private final ImportRetention retention;
    private final ImportProperties properties;
    private final ImportMeters meters;
    private final InstantSource clock;

    /** Makes the facade over a store. */
    Imports(
            StoreThreads threads,
            ImportJobStore jobs,
            ImportWorker worker,
            ImportRetention retention,
            ImportProperties properties,
            ImportMeters meters,
            InstantSource clock) {
        this.threads = threads;
        this.jobs = jobs;
        this.worker = worker;
        this.retention = retention;
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Begins an import; the same request under the same key gives the job it began.
     *
     * @throws TerraneException IDEMPOTENCY_MISMATCH, or RESOURCE_EXHAUSTED when too many jobs, or
     *     jobs that hold too much, are not over
     */
    public ImportJob start(ImportRequest request) {
        ImportRequest.Asked asked = request.asked();
        long bytes =
                request.map().size()
                        + request.files().values().stream().mapToLong(Bytes::size).sum();
        ImportJob job =
                job(
                        request.room(),
                        new ImportJob.Order(
                                Kind.IMPORT,
                                ImportJob.Source.of(request.fileName()),
                                "",
                                asked.mode(),
                                asked.prefer(),
                                asker(asked, hash(request))),
                        bytes);
        return begin(
                job,
                () -> {
                    jobs.addFile(job.id(), request.fileName(), true, request.map());
                    request.files()
                            .forEach((path, file) -> jobs.addFile(job.id(), path, false, file));
                });
    }

    /**
     * Begins to take an import back: what it changed becomes what it was, as new revisions; what
     * was edited since is a conflict.
     *
     * @throws TerraneException NOT_FOUND, IMPORT_STATE when it is not done or was taken back, and
     *     what {@link #start} throws
     */
    public ImportJob rollback(WorldId world, String id, ImportRequest.Asked asked) {
        ImportJob of = get(world, id);
        ImportJob.Asker asker =
                asker(asked, hash("rollback " + id + " " + asked.mode() + " " + asked.prefer()));
        Optional<ImportJob> begun =
                threads.read(() -> jobs.find(asker.actor(), asker.requestKey()));
        if (begun.isEmpty()) {
            requireRollable(of);
        }
        ImportJob job =
                job(
                        of.room(),
                        new ImportJob.Order(
                                Kind.ROLLBACK,
                                of.order().source(),
                                id,
                                asked.mode(),
                                asked.prefer(),
                                asker),
                        0);
        return begin(job, () -> {});
    }

    private static void requireRollable(ImportJob job) {
        if (job.order().kind() != Kind.IMPORT || job.state() != State.DONE) {
            throw state(job, "only an import that is done can be taken back");
        }
        if (!job.rolledBackBy().isEmpty()) {
            throw state(job, "job " + job.rolledBackBy() + " took it back");
        }
    }

    /** The job of a world with this id. */
    public Optional<ImportJob> find(WorldId world, String id) {
        return threads.read(() -> jobs.find(id)).filter(job -> job.room().world().equals(world));
    }

    private ImportJob get(WorldId world, String id) {
        return find(world, id)
                .orElseThrow(
                        () ->
                                TerraneException.of(
                                                CommonError.NOT_FOUND,
                                                "there is no import " + id + " of world " + world)
                                        .field("import")
                                        .extra("import", id)
                                        .toException());
    }

    /** A place in the list of jobs. */
    public record After(Instant createdAt, String id) {
        /** Before the newest. */
        public static final After START = new After(Instant.ofEpochMilli(Long.MAX_VALUE), "");
    }

    /** Jobs of a world, the newest first; of one room, or of all when it is empty. */
    public List<ImportJob> list(WorldId world, String room, After after, int limit) {
        return threads.read(() -> jobs.list(world, room, after.createdAt(), after.id(), limit));
    }

    /**
     * Cancels a job that has not changed what anybody sees: nothing of it stays. One that is
     * cancelled already stays so.
     *
     * @throws TerraneException NOT_FOUND, or IMPORT_STATE when it is too late
     */
    public ImportJob cancel(WorldId world, String id) {
        ImportJob job =
                change(
                        world,
                        id,
                        now -> {
                            State step =
                                    now.state() == State.SUSPENDED
                                            ? now.resumeState()
                                            : now.state();
                            return switch (step) {
                                case CANCELLING, CANCELLED, FAILED -> now.change();
                                case STAGING, PLANNING, PLANNED -> cancelled(now);
                                case COMMITTING -> {
                                    if (now.isSeen()) {
                                        throw state(
                                                now,
                                                "its commit goes on in slices; roll it back when"
                                                        + " it is done");
                                    }
                                    yield cancelled(now);
                                }
                                case null -> throw new IllegalStateException("job " + id);
                                case FINISHING, DONE, SUSPENDED ->
                                        throw state(now, "it is done; roll it back");
                            };
                        });
        worker.wake();
        return job;
    }

    /** What it was suspended for is no problem any more. */
    private static ImportJob.Change cancelled(ImportJob job) {
        return job.change().report(job.report().withProblem(null)).to(State.CANCELLING);
    }

    /**
     * Lets a job go on: one that waits with its plan, or was suspended. One that runs is looked
     * after at once.
     *
     * @param prefer whose value is taken where map and edits disagree; none keeps what was said
     * @throws TerraneException NOT_FOUND, or IMPORT_STATE when conflicts are undecided or the job
     *     is over without an effect
     */
    public ImportJob resume(WorldId world, String id, Choice prefer) {
        ImportJob job =
                change(
                        world,
                        id,
                        now ->
                                switch (now.state()) {
                                    case PLANNED -> decided(now, prefer);
                                    case SUSPENDED ->
                                            now.change()
                                                    .report(now.report().withProblem(null))
                                                    .resumed(resumeState(now));
                                    case STAGING, PLANNING, COMMITTING, FINISHING, DONE ->
                                            now.change();
                                    case CANCELLING, CANCELLED, FAILED ->
                                            throw state(now, "it is over");
                                });
        worker.wake();
        return job;
    }

    private static State resumeState(ImportJob job) {
        State state = job.resumeState();
        if (state == null) {
            throw new IllegalStateException("job " + job.id() + " goes on with nothing");
        }
        return state;
    }

    private static ImportJob.Change decided(ImportJob job, Choice prefer) {
        Choice choice = prefer == Choice.NONE ? job.order().prefer() : prefer;
        if (choice == Choice.NONE && job.report().totals().conflicting() > 0) {
            throw state(
                    job,
                    "it has %d conflicts: say whose side is taken, ours or theirs"
                            .formatted(job.report().totals().conflicts()));
        }
        return job.change().decided(choice).to(State.COMMITTING);
    }

    private ImportJob change(WorldId world, String id, Function<ImportJob, ImportJob.Change> work) {
        get(world, id);
        return threads.write(
                () -> {
                    ImportJob now = jobs.lock(id).orElseThrow();
                    ImportJob next = work.apply(now).at(now());
                    if (next.state() != now.state()) {
                        jobs.update(next);
                        return next;
                    }
                    return now;
                });
    }

    private static TerraneException state(ImportJob job, String why) {
        return TerraneException.of(
                        WorldError.IMPORT_STATE,
                        "import %s is %s: %s"
                                .formatted(job.id(), ImportJob.nameOf(job.state()), why))
                .extra("import", job.id())
                .extra("state", ImportJob.nameOf(job.state()))
                .toException();
    }

    private ImportJob begin(ImportJob job, Runnable more) {
        ImportJob begun;
        try {
            begun = threads.write(() -> insert(job, more));
        } catch (DuplicateKeyException e) {
            // Another instance began it under the same key at the same time.
            begun = threads.write(() -> insert(job, more));
        }
        worker.wake();
        return begun;
    }

    private ImportJob insert(ImportJob job, Runnable more) {
        ImportJob.Asker asker = job.order().asker();
        Optional<ImportJob> before = jobs.find(asker.actor(), asker.requestKey());
        if (before.isPresent()) {
            return repeated(before.get(), asker);
        }
        retention.run(job.createdAt());
        requireRoom(job);
        // Which import of a map was the last is told by these times, also when the clock went back.
        ImportJob next = jobs.findNewest(job.room().world()).map(job::after).orElse(job);
        jobs.insert(next);
        more.run();
        return next;
    }

    private static ImportJob repeated(ImportJob before, ImportJob.Asker asker) {
        if (!before.order().asker().requestHash().equals(asker.requestHash())) {
            throw TerraneException.of(
                            CommonError.IDEMPOTENCY_MISMATCH,
                            "'" + asker.requestKey() + "' was used for another import")
                    .field("Idempotency-Key")
                    .toException();
        }
        return before;
    }

    private void requireRoom(ImportJob job) {
        ImportJobStore.Load load = jobs.load();
        meters.open(jobs, load.jobs() + 1);
        if (load.jobs() >= properties.jobsMax()) {
            throw TerraneException.of(
                            CommonError.RESOURCE_EXHAUSTED, "too many imports are not over")
                    .limit(ImportProperties.JOBS_LIMIT, properties.jobsMax(), load.jobs() + 1L)
                    .toException();
        }
        long bytes = load.bytes() + job.keptBytes();
        if (bytes > properties.stagedBytesMax().toBytes()) {
            throw ImportProblems.tooMuchStaged(properties, bytes).refusal();
        }
    }

    private ImportJob job(RoomKey room, ImportJob.Order order, long bytes) {
        Instant now = now();
        return new ImportJob(
                UUID.randomUUID().toString(),
                room,
                order,
                State.STAGING,
                null,
                0,
                RoomMade.NO,
                false,
                0,
                "",
                ImportJob.Progress.NONE,
                bytes,
                ImportReport.NONE,
                "",
                now,
                now);
    }

    private static ImportJob.Asker asker(ImportRequest.Asked asked, String hash) {
        return new ImportJob.Asker(asked.actor(), asked.viewer(), asked.requestKey(), hash);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static String hash(ImportRequest request) {
        MessageDigest sha = Checksum.sha256();
        sha.update(
                (request.room()
                                + "\n"
                                + request.fileName()
                                + "\n"
                                + request.asked().mode()
                                + "\n"
                                + request.asked().prefer()
                                + "\n")
                        .getBytes(StandardCharsets.UTF_8));
        sha.update(request.map().asReadOnlyBuffer());
        for (Map.Entry<String, Bytes> file : new TreeMap<>(request.files()).entrySet()) {
            sha.update(file.getKey().getBytes(StandardCharsets.UTF_8));
            sha.update(file.getValue().asReadOnlyBuffer());
        }
        return Checksum.of(sha.digest()).hex();
    }

    private static String hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Checksum.over(bytes, 0, bytes.length).hex();
    }
}
