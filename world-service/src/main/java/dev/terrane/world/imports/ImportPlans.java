package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.ChunkAssets;
import dev.terrane.world.flags.FlagTable;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.store.StagedStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The plan of a job as somebody may see it: conflicts tell of the map, of what it was at the last
 * import and of the room, so those of a chunk of which the reader may not see all three are left
 * out. May be called by any thread but the store's.
 */
@Component
public final class ImportPlans {
    private final StoreThreads threads;
    private final StagedStore staged;
    private final ChunkHistory history;
    private final AssetFlags flags;

    /** Makes the view over a store. */
    ImportPlans(StoreThreads threads, StagedStore staged, ChunkHistory history, AssetFlags flags) {
        this.threads = threads;
        this.staged = staged;
        this.history = history;
        this.flags = flags;
    }

    /**
     * One chunk of a plan.
     *
     * @param conflicts the first 64; none when the reader may not see the chunk
     * @param gated whether they are left out
     */
    public record Entry(StagedChunk chunk, List<ImportConflict> conflicts, boolean gated) {
        public Entry {
            conflicts = List.copyOf(conflicts);
        }
    }

    /** A page of a job's plan in the order of keys, of chunks of one kind or of all. */
    public List<Entry> list(
            ImportJob job,
            StagedChunk.@Nullable Kind kind,
            String after,
            int limit,
            Viewer viewer) {
        List<StagedChunk> page = threads.read(() -> staged.listPlans(job.id(), kind, after, limit));
        if (viewer.isUnlimited()) {
            return page.stream().map(chunk -> entry(chunk, false)).toList();
        }
        FlagTable table = threads.read(flags::current);
        return page.stream()
                .map(
                        chunk ->
                                entry(
                                        chunk,
                                        chunk.plan().conflicts() > 0
                                                && !isSeen(job, chunk, table, viewer)))
                .toList();
    }

    private static Entry entry(StagedChunk chunk, boolean gated) {
        return gated
                ? new Entry(chunk, List.of(), true)
                : new Entry(chunk, Plans.conflicts(chunk.plan()), false);
    }

    /** Whether somebody may see all that the conflicts of a chunk may tell of. */
    private boolean isSeen(ImportJob job, StagedChunk chunk, FlagTable table, Viewer viewer) {
        ChunkKey key = chunk.key();
        if (history.findGate(key, viewer).isPresent()) {
            return false;
        }
        long revision = chunk.plan().revision();
        if (revision > 0
                && !(history.get(key, revision, viewer) instanceof ChunkHistory.Past.Present)) {
            return false;
        }
        // What was compared is dropped some time after the job: then nobody can tell any more.
        return viewer.admits(table.over(assets(Plans.conflicts(chunk.plan()))))
                && threads.read(
                        () ->
                                staged.find(job.id(), PlanningStep.earlier(job), key)
                                        .filter(one -> one.theirs() != null || one.base() != null)
                                        .filter(one -> isSeen(one.theirs(), table, viewer))
                                        .filter(one -> isSeen(one.base(), table, viewer))
                                        .isPresent());
    }

    private static boolean isSeen(@Nullable Bytes image, FlagTable table, Viewer viewer) {
        Chunk content = StagedImages.read(image);
        return content == null || viewer.admits(table.over(ChunkAssets.of(content)));
    }

    private static Set<String> assets(List<ImportConflict> conflicts) {
        Set<String> assets = new HashSet<>();
        for (ImportConflict conflict : conflicts) {
            if (conflict.isCell()) {
                assets.addAll(List.of(conflict.base(), conflict.ours(), conflict.theirs()));
            }
        }
        return assets;
    }
}
