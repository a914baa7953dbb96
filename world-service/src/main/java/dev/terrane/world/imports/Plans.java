package dev.terrane.world.imports;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.merge.ChunkMerge;
import dev.terrane.core.chunk.merge.ChunkPlan;
import dev.terrane.core.chunk.merge.ChunkVersions;
import dev.terrane.core.chunk.merge.Conflict;
import dev.terrane.core.chunk.merge.Prefer;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.StagedChunk.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The comparison of one chunk, and how it is kept. */
final class Plans {
    /** Conflicts listed of one chunk; the rest is counted. */
    static final int CONFLICTS_MAX = 64;

    private Plans() {}

    /** Compares a staged chunk with what is there. */
    static ChunkPlan compare(StagedChunk chunk, @Nullable Chunk ours, Choice prefer) {
        return ChunkMerge.plan(
                new ChunkVersions(
                        chunk.key(),
                        StagedImages.read(chunk.base()),
                        ours,
                        StagedImages.read(chunk.theirs())),
                prefer == Choice.THEIRS ? Prefer.THEIRS : Prefer.OURS,
                CONFLICTS_MAX);
    }

    static Kind kind(ChunkPlan plan) {
        return switch (plan) {
            case ChunkPlan.Added _ -> Kind.ADDED;
            case ChunkPlan.Changed _ -> Kind.CHANGED;
            case ChunkPlan.Removed _ -> Kind.REMOVED;
            case ChunkPlan.Untouched _ -> Kind.UNTOUCHED;
            case ChunkPlan.Conflicting _ -> Kind.CONFLICTING;
        };
    }

    /** The plan, made for this revision, as it is kept. */
    static StagedChunk.Plan kept(
            ImportJob.Kind job, ChunkPlan plan, long revision, String checksum) {
        if (plan instanceof ChunkPlan.Conflicting found) {
            return new StagedChunk.Plan(
                    Kind.CONFLICTING,
                    found.count(),
                    JsonMapper.shared()
                            .writeValueAsString(
                                    found.conflicts().stream()
                                            .map(one -> ImportConflict.of(one, theirs(job)))
                                            .toList()),
                    revision,
                    checksum);
        }
        return new StagedChunk.Plan(kind(plan), 0, "[]", revision, checksum);
    }

    private static Conflict.Theirs theirs(ImportJob.Kind job) {
        return switch (job) {
            case IMPORT -> Conflict.Theirs.MAP;
            case ROLLBACK -> Conflict.Theirs.BEFORE;
        };
    }

    /** The conflicts that were kept. */
    static List<ImportConflict> conflicts(StagedChunk.Plan plan) {
        List<ImportConflict> conflicts = new ArrayList<>();
        JsonMapper.shared()
                .readTree(plan.detail())
                .forEach(
                        node ->
                                conflicts.add(
                                        JsonMapper.shared()
                                                .treeToValue(node, ImportConflict.class)));
        return conflicts;
    }
}
