package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkTooLargeException;
import dev.terrane.core.chunk.merge.ChunkPlan;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.StagedChunk.Outcome;
import dev.terrane.world.imports.StagedChunk.Result;
import dev.terrane.world.imports.store.ImportJobStore;
import dev.terrane.world.imports.store.StagedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Writes a plan into a room that is there: as one transaction, or, above {@link
 * ImportProperties#atomicChunksMax} chunks, in slices. Every chunk is an edit with the base the
 * plan was made for; whoever edited it since is not overwritten.
 */
@Component
final class CommitStep {
    private static final int SLICE = 64;

    /** Plans in a row that edits overtake before the job waits to be called again. */
    static final int REPLANS_MAX = 8;

    private final HeldJobs held;
    private final ImportJobStore jobs;
    private final StagedStore staged;
    private final Chunks chunks;
    private final RoomContent content;
    private final Definitions definitions;

    CommitStep(
            HeldJobs held,
            ImportJobStore jobs,
            StagedStore staged,
            Chunks chunks,
            RoomContent content,
            Definitions definitions) {
        this.held = held;
        this.jobs = jobs;
        this.staged = staged;
        this.chunks = chunks;
        this.content = content;
        this.definitions = definitions;
    }

    /** Takes back the transaction of a plan that edits have overtaken. */
    private static final class MovedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MovedException(String key) {
            super("chunk " + key + " was edited since the plan", null, false, false);
        }
    }

    /**
     * What of one chunk is to be done; empty when nothing is.
     *
     * @param moved whether edits made a conflict of it that the plan has not listed
     */
    private record Task(StagedChunk chunk, Optional<EditRequest> edit, boolean moved) {}

    /** What became of a slice. */
    private record Slice(List<StagedChunk> done, int left, List<ChunkChange> changes) {}

    void run(ImportJob job) {
        content.settle(job.room());
        try {
            if (job.sliced()) {
                runSlice(job);
            } else {
                runWhole(job);
            }
        } catch (ImportProblems.RefusedException refused) {
            held.fail(job, refused.refusal());
        }
    }

    private void runWhole(ImportJob job) {
        List<ChunkChange> changes = new ArrayList<>();
        try {
            held.advance(
                    job,
                    now -> {
                        changes.clear();
                        return whole(now, changes);
                    });
        } catch (MovedException moved) {
            held.advance(job, CommitStep::again);
            return;
        }
        content.publish(changes);
    }

    /** Compared anew, so that what edits changed meanwhile is in the plan. */
    private static ImportJob.Change again(ImportJob job) {
        return job.attempts() < REPLANS_MAX
                ? job.change().attempts(job.attempts() + 1).to(State.PLANNING)
                : job.change()
                        .to(State.PLANNING)
                        .report(
                                job.report()
                                        .withProblem(
                                                ImportProblems.of(
                                                        ImportProblems.overtaken(job.room()))))
                        .suspended(State.PLANNING);
    }

    private ImportJob.Change whole(ImportJob job, List<ChunkChange> changes) {
        String after = "";
        int committed = 0;
        while (true) {
            List<StagedChunk> slice =
                    staged.listChanging(job.id(), PlanningStep.earlier(job), after, SLICE);
            if (slice.isEmpty()) {
                content.record(changes);
                return done(job, committed);
            }
            after = slice.getLast().key().toString();
            Slice result = write(job, slice);
            changes.addAll(result.changes());
            staged.setResults(job.id(), result.done());
            committed += slice.size();
        }
    }

    private void runSlice(ImportJob job) {
        List<ChunkChange> changes = new ArrayList<>();
        held.advance(
                job,
                now -> {
                    changes.clear();
                    List<StagedChunk> slice =
                            staged.listChanging(
                                    now.id(), PlanningStep.earlier(now), now.cursor(), SLICE);
                    if (slice.isEmpty()) {
                        return done(now, now.progress().committed());
                    }
                    Slice result = write(now, slice);
                    changes.addAll(result.changes());
                    staged.setResults(now.id(), result.done());
                    content.record(changes);
                    return now.change()
                            .cursor(slice.getLast().key().toString())
                            .report(now.report().withLeft(now.report().left() + result.left()))
                            .progress(
                                    now.progress()
                                            .withCommitted(
                                                    now.progress().changing(),
                                                    now.progress().committed() + slice.size()));
                });
        content.publish(changes);
    }

    /** Inside the write that ends a job. */
    ImportJob.Change done(ImportJob job, int committed) {
        if (job.order().kind() == ImportJob.Kind.ROLLBACK) {
            jobs.markRolledBack(job.order().otherJob(), job.id());
            staged.dropImages(job.id());
        }
        return job.change()
                .attempts(0)
                .progress(job.progress().withCommitted(job.progress().changing(), committed))
                .to(State.DONE);
    }

    private Slice write(ImportJob job, List<StagedChunk> slice) {
        Box bounds = job.report().bounds();
        if (job.report().ownsRoom() && bounds != null) {
            definitions.grow(job.room(), bounds);
        }
        List<Task> tasks = new ArrayList<>(slice.size());
        List<StagedChunk> done = new ArrayList<>(slice.size());
        int left = 0;
        for (StagedChunk chunk : slice) {
            try {
                tasks.add(task(job, chunk));
            } catch (ImportProblems.RefusedException refused) {
                if (!job.sliced()) {
                    throw refused;
                }
                left++;
                done.add(result(chunk, new Result(Outcome.LEFT, 0)));
            }
        }
        List<EditRequest> edits = tasks.stream().flatMap(task -> task.edit().stream()).toList();
        List<RoomContent.Edited> edited = content.edit(edits);
        List<ChunkChange> changes = new ArrayList<>();
        int next = 0;
        for (Task task : tasks) {
            if (task.edit().isEmpty()) {
                done.add(result(task.chunk(), untouched(job, task)));
                left += task.moved() ? 1 : 0;
                continue;
            }
            RoomContent.Edited answer = edited.get(next++);
            Result result = result(job, task.chunk(), answer.result());
            left += result.outcome() == Outcome.LEFT ? 1 : 0;
            changes.addAll(answer.change());
            done.add(result(task.chunk(), result));
        }
        return new Slice(done, left, changes);
    }

    private static Result untouched(ImportJob job, Task task) {
        if (task.moved() && !job.sliced()) {
            throw new MovedException(task.chunk().key().toString());
        }
        return task.moved() ? new Result(Outcome.LEFT, 0) : Result.NONE;
    }

    private static StagedChunk result(StagedChunk chunk, Result result) {
        return new StagedChunk(chunk.key(), null, null, chunk.plan(), result);
    }

    private static Result result(ImportJob job, StagedChunk chunk, EditResult answer) {
        return switch (answer) {
            case EditResult.Applied(var head, boolean changed, ChunkAction action, boolean _) ->
                    changed
                            ? new Result(
                                    action == ChunkAction.DELETE ? Outcome.REMOVED : Outcome.WROTE,
                                    head.revision())
                            : Result.NONE;
            case EditResult.Stale _ -> {
                if (!job.sliced()) {
                    throw new MovedException(chunk.key().toString());
                }
                yield new Result(Outcome.LEFT, 0);
            }
            case EditResult.NoRoom _ -> throw ImportProblems.refused(job, chunk.key(), answer);
            case EditResult.Gated _,
                    EditResult.Newer _,
                    EditResult.Corrupt _,
                    EditResult.Invalid _,
                    EditResult.IdMismatch _,
                    EditResult.NotInHistory _,
                    EditResult.Refused _ -> {
                if (!job.sliced()) {
                    throw ImportProblems.refused(job, chunk.key(), answer);
                }
                yield new Result(Outcome.LEFT, 0);
            }
        };
    }

    /** The edit is for the base that was planned; made of what is there, which must be that. */
    private Task task(ImportJob job, StagedChunk chunk) {
        Chunks.Found found = chunks.get(chunk.key(), job.order().asker().viewer());
        StoredChunk ours = PlanningStep.present(chunk, found);
        ChunkPlan plan =
                Plans.compare(chunk, ours == null ? null : ours.chunk(), job.order().prefer());
        Base base =
                chunk.plan().revision() == 0
                        ? Base.NONE
                        : new Base(chunk.plan().revision(), chunk.plan().checksum());
        long now = ours == null ? 0 : ours.head().revision();
        return new Task(
                chunk,
                change(job, chunk, plan, base).map(c -> edit(job, chunk, base, c)),
                plan instanceof ChunkPlan.Conflicting && now != chunk.plan().revision());
    }

    private static Optional<Change> change(
            ImportJob job, StagedChunk chunk, ChunkPlan plan, Base base) {
        return switch (plan.step()) {
            case ChunkPlan.Step.Keep() -> Optional.empty();
            case ChunkPlan.Step.Delete() ->
                    base.isNone() ? Optional.empty() : Optional.of(new Change.Delete());
            case ChunkPlan.Step.Write(Chunk target) -> Optional.of(put(job, chunk, target));
        };
    }

    private static Change put(ImportJob job, StagedChunk chunk, Chunk target) {
        try {
            return new Change.Put(target, AgpcCodec.encode(target).contentHash());
        } catch (ChunkTooLargeException e) {
            throw ImportProblems.misfit(
                    ImportProblems.chunk(job, chunk.key().coord()),
                    "map and edits together: " + e.getMessage());
        }
    }

    private static EditRequest edit(ImportJob job, StagedChunk chunk, Base base, Change change) {
        return EditRequest.of(
                chunk.key(),
                base,
                change,
                EditRequest.Id.ofJob(job.id()),
                new EditRequest.Editor(job.order().asker().actor(), job.order().asker().viewer()));
    }

    /** Hash that marks the revisions of a job's commit. */
    static Checksum hash(ImportJob job) {
        return new Checksum(job.order().asker().requestHash());
    }
}
