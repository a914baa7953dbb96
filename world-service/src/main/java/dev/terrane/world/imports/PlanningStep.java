package dev.terrane.world.imports;

import dev.terrane.core.chunk.merge.ChunkPlan;
import dev.terrane.core.chunk.merge.PlanTotals;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.RoomMade;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.store.StagedStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Compares what is staged with what the room holds, and fixes the revision each plan is for. */
@Component
final class PlanningStep {
    private static final int SLICE = 32;

    private final StoreThreads threads;
    private final HeldJobs held;
    private final StagedStore staged;
    private final Chunks chunks;
    private final RoomContent content;
    private final ImportProperties properties;

    PlanningStep(
            StoreThreads threads,
            HeldJobs held,
            StagedStore staged,
            Chunks chunks,
            RoomContent content,
            ImportProperties properties) {
        this.threads = threads;
        this.held = held;
        this.staged = staged;
        this.chunks = chunks;
        this.content = content;
        this.properties = properties;
    }

    /** Plans one slice, or ends the planning. */
    void run(ImportJob job) {
        if (job.roomMade() != RoomMade.NO) {
            held.advance(job, this::allAdded);
            return;
        }
        if (job.cursor().isEmpty()) {
            content.settle(job.room());
        }
        List<StagedChunk> slice =
                threads.read(() -> staged.list(job.id(), earlier(job), job.cursor(), SLICE));
        if (slice.isEmpty()) {
            held.advance(
                    job,
                    now ->
                            proceed(
                                    now,
                                    now.cursor().isEmpty()
                                            ? PlanTotals.NONE
                                            : now.report().totals()));
            return;
        }
        try {
            planSlice(job, slice);
        } catch (ImportProblems.RefusedException refused) {
            held.fail(job, refused.refusal());
        }
    }

    /** The job whose staged content is the base; a roll-back has its base in its own rows. */
    static String earlier(ImportJob job) {
        return switch (job.order().kind()) {
            case IMPORT -> job.order().otherJob();
            case ROLLBACK -> "";
        };
    }

    private ImportJob.Change allAdded(ImportJob job) {
        staged.setAllAdded(job.id());
        return proceed(job, new PlanTotals(job.progress().total(), 0, 0, 0, 0, 0));
    }

    private void planSlice(ImportJob job, List<StagedChunk> slice) {
        PlanTotals totals = job.cursor().isEmpty() ? PlanTotals.NONE : job.report().totals();
        List<StagedChunk> planned = new ArrayList<>(slice.size());
        for (StagedChunk chunk : slice) {
            Chunks.Found found = chunks.get(chunk.key(), job.order().asker().viewer());
            StoredChunk ours = present(chunk, found);
            ChunkPlan plan = Plans.compare(chunk, ours == null ? null : ours.chunk(), Choice.NONE);
            totals = totals.plus(plan);
            planned.add(
                    new StagedChunk(
                            chunk.key(),
                            null,
                            null,
                            ours == null
                                    ? Plans.kept(job.order().kind(), plan, 0, "")
                                    : Plans.kept(
                                            job.order().kind(),
                                            plan,
                                            ours.head().revision(),
                                            ours.head().checksum().hex()),
                            StagedChunk.Result.NONE));
        }
        PlanTotals sum = totals;
        int before = job.cursor().isEmpty() ? 0 : job.progress().planned();
        held.advance(
                job,
                now -> {
                    staged.setPlans(now.id(), planned);
                    return now.change()
                            .cursor(planned.getLast().key().toString())
                            .report(now.report().withTotals(sum))
                            .progress(now.progress().withPlanned(before + planned.size()));
                });
    }

    /** What is there, as far as the one who imports may see it; null for nothing. */
    static @Nullable StoredChunk present(StagedChunk chunk, Chunks.Found found) {
        return switch (found) {
            case Chunks.Found.Present(StoredChunk stored) -> stored;
            case Chunks.Found.Missing() -> null;
            case Chunks.Found.Gated _ -> throw ImportProblems.gated(chunk.key());
            case Chunks.Found.Newer(var _, int version) ->
                    throw ImportProblems.newer(chunk.key(), version);
            case Chunks.Found.Corrupt(var _, String detail, boolean _) ->
                    throw ImportProblems.corrupt(chunk.key(), detail);
        };
    }

    /** The commit follows, unless only the plan was asked for or somebody has to decide. */
    private ImportJob.Change proceed(ImportJob job, PlanTotals totals) {
        boolean undecided = totals.conflicting() > 0 && job.order().prefer() == Choice.NONE;
        int changing = totals.added() + totals.changed() + totals.removed() + totals.conflicting();
        return job.change()
                .report(job.report().withTotals(totals))
                .progress(
                        job.progress()
                                .withPlanned(job.progress().total())
                                .withCommitted(changing, 0))
                .sliced(job.roomMade() == RoomMade.NO && changing > properties.atomicChunksMax())
                .to(
                        job.order().mode() == Mode.PLAN || undecided
                                ? State.PLANNED
                                : State.COMMITTING);
    }
}
