package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.ChunkTooLargeException;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.ChunkRules;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.store.ImportJobStore;
import dev.terrane.world.imports.store.StagedStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Stages what a job is to bring about: of an import the chunks its map makes, of a roll-back what
 * the chunks were before. The same again after a restart; what is staged already is passed over.
 */
@Component
final class StagingStep {
    private static final int SLICE = 64;

    private final StoreThreads threads;
    private final HeldJobs held;
    private final ImportJobStore jobs;
    private final StagedStore staged;
    private final Definitions definitions;
    private final ChunkHistory history;
    private final ImportProperties properties;

    StagingStep(
            StoreThreads threads,
            HeldJobs held,
            ImportJobStore jobs,
            StagedStore staged,
            Definitions definitions,
            ChunkHistory history,
            ImportProperties properties) {
        this.threads = threads;
        this.held = held;
        this.jobs = jobs;
        this.staged = staged;
        this.definitions = definitions;
        this.history = history;
        this.properties = properties;
    }

    void run(ImportJob job) {
        try {
            switch (job.order().kind()) {
                case IMPORT -> stageMap(job);
                case ROLLBACK -> stagePast(job);
            }
        } catch (ImportProblems.RefusedException refused) {
            held.fail(job, refused.refusal());
        }
    }

    private void stageMap(ImportJob job) {
        ChunkGrid grid =
                definitions.findAny(job.room().world()).map(World::grid).orElse(ChunkGrid.DEFAULT);
        Bytes map = threads.read(() -> jobs.getMap(job.id()));
        Map<String, Bytes> files = threads.read(() -> jobs.getFiles(job.id()));
        ImportOutcome outcome =
                MapImporter.importMap(
                        job.order().source().fileName(),
                        map,
                        path -> Optional.ofNullable(files.get(path)),
                        ImportOptions.of(job.room(), grid, Meta.NONE));
        switch (outcome) {
            case ImportOutcome.Refused refusal -> throw ImportProblems.refused(refusal);
            case ImportOutcome.Imported imported -> stageChunks(job, grid, imported);
        }
    }

    private void stageChunks(ImportJob job, ChunkGrid grid, ImportOutcome.Imported map) {
        RoomKey key = job.room();
        World world = new World(key.world(), key.world().value(), grid, 1);
        Room room =
                definitions
                        .findAny(key)
                        .map(there -> owns(job) ? grown(there, map.bounds()) : there)
                        .orElseGet(() -> new Room(key, key.room().value(), map.bounds()));
        for (Chunk chunk : map.chunks()) {
            EditResult.Invalid fault = ChunkRules.fault(chunk, world, room);
            if (fault != null) {
                Place place = ImportProblems.chunk(job, chunk.key().coord());
                throw ImportProblems.misfit(
                        Misfits.place(place, chunk, room.bounds(), map.objects()), fault.detail());
            }
        }
        Set<String> there = threads.read(() -> staged.keys(job.id()));
        List<Chunk> rest =
                map.chunks().stream()
                        .filter(chunk -> !there.contains(chunk.key().toString()))
                        .sorted(Comparator.comparing(chunk -> chunk.key().toString()))
                        .toList();
        ImportJob now = job;
        for (int from = 0; from < rest.size(); from += SLICE) {
            List<StagedChunk> slice =
                    rest.subList(from, Math.min(from + SLICE, rest.size())).stream()
                            .map(chunk -> staged(chunk.key(), image(job, chunk), null))
                            .toList();
            now = stage(now, slice, map.chunks().size());
        }
        int objects = map.chunks().stream().mapToInt(chunk -> chunk.objects().size()).sum();
        held.advance(now, last -> mapStaged(last, map, objects));
    }

    /** Whether an import of this map made the room. */
    private boolean owns(ImportJob job) {
        return threads.read(() -> jobs.findLast(job.room(), job.order().source().mapName()))
                .map(last -> last.report().ownsRoom())
                .orElse(false);
    }

    private static Room grown(Room room, Box bounds) {
        return new Room(room.key(), room.name(), room.bounds().union(bounds));
    }

    private static Bytes image(ImportJob job, Chunk chunk) {
        try {
            return StagedImages.write(chunk);
        } catch (ChunkTooLargeException e) {
            throw ImportProblems.misfit(
                    ImportProblems.chunk(job, chunk.key().coord()), String.valueOf(e.getMessage()));
        }
    }

    private static StagedChunk staged(ChunkKey key, @Nullable Bytes theirs, @Nullable Bytes base) {
        return new StagedChunk(key, theirs, base, StagedChunk.Plan.NONE, StagedChunk.Result.NONE);
    }

    private ImportJob stage(ImportJob job, List<StagedChunk> slice, int total) {
        long bytes = slice.stream().mapToLong(StagingStep::bytes).sum();
        return held.advance(
                job,
                now -> {
                    long all = jobs.load().bytes() + bytes;
                    if (all > properties.stagedBytesMax().toBytes()) {
                        throw ImportProblems.tooMuchStaged(properties, all);
                    }
                    staged.insert(now.id(), slice);
                    return now.change()
                            .progress(
                                    now.progress()
                                            .withStaged(
                                                    total, now.progress().staged() + slice.size()))
                            .cursor(slice.getLast().key().toString())
                            .keptBytes(now.keptBytes() + bytes);
                });
    }

    private static long bytes(StagedChunk chunk) {
        Bytes theirs = chunk.theirs();
        Bytes base = chunk.base();
        return (theirs == null ? 0L : theirs.size()) + (base == null ? 0L : base.size());
    }

    /**
     * The files have served; what the last import of this map had and this one has not is added.
     */
    private ImportJob.Change mapStaged(ImportJob job, ImportOutcome.Imported map, int objects) {
        long files =
                jobs.getMap(job.id()).size()
                        + jobs.getFiles(job.id()).values().stream().mapToLong(Bytes::size).sum();
        jobs.dropFiles(job.id());
        String earlier =
                jobs.findLast(job.room(), job.order().source().mapName())
                        .map(ImportJob::id)
                        .orElse("");
        int gone = earlier.isEmpty() ? 0 : staged.addGone(job.id(), earlier);
        int total = map.chunks().size() + gone;
        boolean makesRoom = definitions.findAny(job.room()).isEmpty();
        boolean owns = makesRoom || owns(job);
        return job.change()
                .otherJob(earlier)
                .keptBytes(job.keptBytes() - files)
                .progress(job.progress().withStaged(total, total))
                .report(
                        job.report()
                                .withMap(objects, map.bounds(), map.warnings())
                                .withOwnsRoom(owns))
                .roomMade(makesRoom ? ImportJob.RoomMade.TO_MAKE : ImportJob.RoomMade.NO)
                .to(State.PLANNING);
    }

    private void stagePast(ImportJob job) {
        String of = job.order().otherJob();
        int total = threads.read(() -> staged.countWritten(of));
        ImportJob now = job;
        while (true) {
            String after = now.cursor();
            List<StagedChunk> written = threads.read(() -> staged.listWritten(of, after, SLICE));
            if (written.isEmpty()) {
                held.advance(now, last -> last.change().to(State.PLANNING));
                return;
            }
            now = stagePast(now, written, total);
        }
    }

    private ImportJob stagePast(ImportJob job, List<StagedChunk> written, int total) {
        List<StagedChunk> slice = new ArrayList<>();
        for (StagedChunk chunk : written) {
            slice.add(
                    staged(
                            chunk.key(),
                            past(job, chunk.key(), chunk.plan().revision()),
                            chunk.result().outcome() == StagedChunk.Outcome.REMOVED
                                    ? null
                                    : past(job, chunk.key(), chunk.result().revision())));
        }
        return stage(job, slice, total);
    }

    private @Nullable Bytes past(ImportJob job, ChunkKey key, long revision) {
        if (revision == 0) {
            return null;
        }
        return switch (history.get(key, revision, job.order().asker().viewer())) {
            case ChunkHistory.Past.Present(var chunk) -> image(job, chunk.chunk());
            case ChunkHistory.Past.Missing() ->
                    throw ImportProblems.unavailable(key, revision, "there never was one");
            case ChunkHistory.Past.Unavailable(long _, String why) ->
                    throw ImportProblems.unavailable(key, revision, why);
            case ChunkHistory.Past.Gated _ -> throw ImportProblems.gated(key);
        };
    }
}
