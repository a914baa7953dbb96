package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.merge.ChunkPlan.Step;
import dev.terrane.core.chunk.merge.Conflict.Presence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans one chunk of a re-import. Cells are compared by what they show (asset, solid, flags,
 * variants), not by palette id; layers by layer id, objects by object id without their moderation
 * flags. A cell or object that one side changed takes that side's value; what both changed alike is
 * no conflict. Stateless.
 */
public final class ChunkMerge {
    private ChunkMerge() {}

    /**
     * Compares three versions.
     *
     * @param conflictsMax conflicts listed of one chunk; the rest is only counted
     */
    public static ChunkPlan plan(ChunkVersions versions, Prefer prefer, int conflictsMax) {
        Chunk base = versions.base();
        Chunk ours = versions.ours();
        Chunk theirs = versions.theirs();
        if (theirs == null) {
            return withoutMap(versions, prefer);
        }
        if (ours == null) {
            if (base == null) {
                return new ChunkPlan.Added(versions.key(), theirs);
            }
            return sameContent(base, theirs)
                    ? new ChunkPlan.Untouched(versions.key())
                    : whole(versions, prefer, Presence.REMOVED, Presence.CHANGED);
        }
        if (sameContent(ours, theirs) || (base != null && sameContent(base, theirs))) {
            return new ChunkPlan.Untouched(versions.key());
        }
        if (base != null && sameContent(base, ours)) {
            return new ChunkPlan.Changed(versions.key(), changed(ours, theirs));
        }
        return merged(versions, base, ours, theirs, new Sides(prefer, conflictsMax));
    }

    private static ChunkPlan withoutMap(ChunkVersions versions, Prefer prefer) {
        Chunk base = versions.base();
        Chunk ours = versions.ours();
        if (ours == null || base == null) {
            return new ChunkPlan.Untouched(versions.key());
        }
        return sameContent(base, ours)
                ? new ChunkPlan.Removed(versions.key())
                : whole(versions, prefer, Presence.CHANGED, Presence.REMOVED);
    }

    private static ChunkPlan merged(
            ChunkVersions versions, @Nullable Chunk base, Chunk ours, Chunk theirs, Sides sides) {
        Chunk old = base == null ? ours.withContent(List.of(), List.of()) : base;
        Chunk target;
        try {
            List<TileLayer> layers =
                    new LayerMerge(ours.grid().size(), sides).merge(old, ours, theirs);
            List<WorldObject> objects = ObjectMerge.merge(old, ours, theirs, sides);
            target = ours.withContent(layers, objects);
        } catch (IllegalArgumentException e) {
            // Together they break a limit or name two layers alike: one side as a whole.
            Presence did = base == null ? Presence.ADDED : Presence.CHANGED;
            return whole(versions, sides.prefer(), did, did);
        }
        Step step = sameContent(target, ours) ? new Step.Keep() : new Step.Write(target);
        if (sides.count() > 0) {
            return new ChunkPlan.Conflicting(
                    versions.key(), sides.conflicts(), sides.count(), step);
        }
        return step instanceof Step.Keep
                ? new ChunkPlan.Untouched(versions.key())
                : new ChunkPlan.Changed(versions.key(), target);
    }

    private static ChunkPlan whole(
            ChunkVersions versions, Prefer prefer, Presence ours, Presence theirs) {
        Chunk map = versions.theirs();
        Step step =
                switch (prefer) {
                    case OURS -> new Step.Keep();
                    case THEIRS -> map == null ? new Step.Delete() : new Step.Write(map);
                };
        return new ChunkPlan.Conflicting(
                versions.key(), List.of(new Conflict.Whole(ours, theirs)), 1, step);
    }

    /** The map's content; layers and objects that show the same stay as they are. */
    private static Chunk changed(Chunk ours, Chunk theirs) {
        List<TileLayer> layers =
                theirs.layers().stream()
                        .map(
                                layer ->
                                        ours.layers().stream()
                                                .filter(known -> Looks.same(known, layer))
                                                .findFirst()
                                                .orElse(layer))
                        .toList();
        return ours.withContent(layers, ObjectMerge.withFlagsOf(ours, theirs.objects()));
    }

    /** Whether two versions show the same, whatever their palette ids, flags and meta. */
    public static boolean sameContent(Chunk a, Chunk b) {
        if (a.layers().size() != b.layers().size() || a.objects().size() != b.objects().size()) {
            return false;
        }
        for (int i = 0; i < a.layers().size(); i++) {
            if (!Looks.same(a.layers().get(i), b.layers().get(i))) {
                return false;
            }
        }
        for (int i = 0; i < a.objects().size(); i++) {
            if (!ObjectMerge.same(a.objects().get(i), b.objects().get(i))) {
                return false;
            }
        }
        return true;
    }
}
