package dev.terrane.world.imports;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagTable;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.store.StagedStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The plan of a job as somebody may see it: conflicts name assets of the room, so those of a chunk
 * the reader may not see are left out. May be called by any thread.
 */
@Component
public final class ImportPlans {
    private final StoreThreads threads;
    private final StagedStore staged;
    private final Chunks chunks;
    private final AssetFlags flags;

    /** Makes the view over a store. */
    ImportPlans(StoreThreads threads, StagedStore staged, Chunks chunks, AssetFlags flags) {
        this.threads = threads;
        this.staged = staged;
        this.chunks = chunks;
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
        List<ChunkKey> conflicting =
                page.stream()
                        .filter(chunk -> chunk.plan().conflicts() > 0)
                        .map(StagedChunk::key)
                        .toList();
        Set<ChunkKey> gated = new HashSet<>();
        if (!conflicting.isEmpty()) {
            for (Chunks.Found found : chunks.getAll(conflicting, viewer)) {
                if (found instanceof Chunks.Found.Gated(var head, var _)) {
                    gated.add(head.key());
                }
            }
        }
        FlagTable table = threads.read(flags::current);
        return page.stream()
                .map(chunk -> entry(chunk, gated.contains(chunk.key()), table, viewer))
                .toList();
    }

    private static Entry entry(StagedChunk chunk, boolean gated, FlagTable table, Viewer viewer) {
        List<ImportConflict> conflicts = Plans.conflicts(chunk.plan());
        return gated || !viewer.admits(table.over(assets(conflicts)))
                ? new Entry(chunk, List.of(), true)
                : new Entry(chunk, conflicts, false);
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
