package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.Reflags;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.imports.ImportJob.RoomMade;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.StagedChunk.Outcome;
import dev.terrane.world.imports.StagedChunk.Result;
import dev.terrane.world.imports.store.ImportJobStore;
import dev.terrane.world.imports.store.StagedStore;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Makes a room with its chunks, in slices that nobody sees, and shows it when all of it is there;
 * or takes all of it away again.
 */
@Component
final class NewRoomStep {
    private static final int SLICE = 64;

    private final StoreThreads threads;
    private final HeldJobs held;
    private final ImportJobStore jobs;
    private final StagedStore staged;
    private final Definitions definitions;
    private final RoomContent content;
    private final EditQueue edits;
    private final InstantSource clock;

    NewRoomStep(
            StoreThreads threads,
            HeldJobs held,
            ImportJobStore jobs,
            StagedStore staged,
            Definitions definitions,
            RoomContent content,
            EditQueue edits,
            InstantSource clock) {
        this.threads = threads;
        this.held = held;
        this.jobs = jobs;
        this.staged = staged;
        this.definitions = definitions;
        this.content = content;
        this.edits = edits;
        this.clock = clock;
    }

    /** Makes the room, or writes one slice of it, or shows it. */
    void run(ImportJob job) {
        try {
            if (job.roomMade() == RoomMade.TO_MAKE) {
                held.advance(job, this::makeRoom);
                return;
            }
            List<StagedChunk> slice =
                    threads.read(() -> staged.list(job.id(), "", job.cursor(), SLICE));
            if (!slice.isEmpty()) {
                writeSlice(job, slice);
                return;
            }
        } catch (ImportProblems.RefusedException refused) {
            held.fail(job, refused.refusal());
            return;
        }
        List<ChunkChange> created = new ArrayList<>();
        held.advance(
                job,
                now -> {
                    created.clear();
                    return show(now, created);
                });
        content.publish(created);
    }

    private ImportJob.Change makeRoom(ImportJob job) {
        RoomKey key = job.room();
        if (definitions.findAny(key).isPresent()) {
            // Somebody made it since the map was staged: its content is compared instead.
            return job.change()
                    .report(job.report().withOwnsRoom(false))
                    .roomMade(RoomMade.NO)
                    .to(State.PLANNING);
        }
        ChunkGrid grid = gridOf(job).orElse(ChunkGrid.DEFAULT);
        Box bounds = Objects.requireNonNull(job.report().bounds());
        Optional<World> world =
                definitions.createHidden(
                        new World(key.world(), key.world().value(), grid, 1),
                        new Room(key, key.room().value(), bounds));
        if (world.isEmpty()) {
            throw ImportProblems.misfit(
                    ImportProblems.room(job), "another room is named '" + key.room().value() + "'");
        }
        if (job.progress().total() > 0 && !world.get().grid().equals(grid)) {
            throw ImportProblems.misfit(
                    ImportProblems.world(job), "its chunk size changed meanwhile; try again");
        }
        return job.change().assetRevision(content.assetRevision()).roomMade(RoomMade.HIDDEN);
    }

    private Optional<ChunkGrid> gridOf(ImportJob job) {
        return staged.list(job.id(), "", "", 1).stream()
                .map(chunk -> Objects.requireNonNull(StagedImages.read(chunk.theirs())).grid())
                .findFirst();
    }

    private void writeSlice(ImportJob job, List<StagedChunk> slice) {
        List<Chunk> chunks = new ArrayList<>(slice.size());
        for (StagedChunk chunk : slice) {
            chunks.add(Objects.requireNonNull(StagedImages.read(chunk.theirs())));
        }
        held.advance(
                job,
                now -> {
                    List<Long> revisions =
                            content.createHidden(
                                    chunks,
                                    clock.instant().truncatedTo(ChronoUnit.MILLIS),
                                    new RoomContent.Origin(
                                            now.order().asker().actor(),
                                            EditRequest.Id.ofJob(now.id()).text(),
                                            CommitStep.hash(now)));
                    List<StagedChunk> done = new ArrayList<>(slice.size());
                    for (int i = 0; i < slice.size(); i++) {
                        done.add(
                                new StagedChunk(
                                        slice.get(i).key(),
                                        null,
                                        null,
                                        slice.get(i).plan(),
                                        new Result(Outcome.WROTE, revisions.get(i))));
                    }
                    staged.setResults(now.id(), done);
                    return now.change()
                            .cursor(slice.getLast().key().toString())
                            .progress(
                                    now.progress()
                                            .withCommitted(
                                                    now.progress().changing(),
                                                    now.progress().committed() + slice.size()));
                });
    }

    private ImportJob.Change show(ImportJob job, List<ChunkChange> created) {
        if (!definitions.show(job.room())) {
            throw new IllegalStateException("room " + job.room() + " is not hidden");
        }
        created.addAll(content.created(job.room()));
        content.record(created);
        return job.change()
                .attempts(0)
                .to(content.assetRevision() == job.assetRevision() ? State.DONE : State.FINISHING);
    }

    /** Gives one slice of the shown room the flags its assets have now. */
    void finish(ImportJob job) {
        List<StagedChunk> slice =
                threads.read(() -> staged.listWritten(job.id(), job.cursor(), SLICE));
        if (slice.isEmpty()) {
            held.advance(job, now -> now.change().to(State.DONE));
            return;
        }
        Reflags.write(edits, slice.stream().map(StagedChunk::key).toList());
        held.advance(job, now -> now.change().cursor(slice.getLast().key().toString()));
    }

    /** Takes one slice of a room nobody has seen away, or all that was staged. */
    void cancel(ImportJob job) {
        if (job.roomMade() == RoomMade.HIDDEN) {
            List<ChunkKey> slice =
                    threads.read(() -> staged.listWritten(job.id(), job.cursor(), SLICE)).stream()
                            .map(StagedChunk::key)
                            .toList();
            if (!slice.isEmpty()) {
                held.advance(
                        job,
                        now -> {
                            content.erase(slice, EditRequest.Id.ofJob(now.id()).text());
                            return now.change().cursor(slice.getLast().toString());
                        });
                return;
            }
        }
        held.advance(job, this::dropAll);
    }

    private ImportJob.Change dropAll(ImportJob job) {
        if (job.roomMade() == RoomMade.HIDDEN) {
            definitions.dropHidden(job.room());
        }
        staged.dropAll(job.id());
        jobs.dropFiles(job.id());
        return job.change()
                .keptBytes(0)
                .roomMade(RoomMade.NO)
                .to(job.report().problem() == null ? State.CANCELLED : State.FAILED);
    }
}
