package dev.terrane.world.flags;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldObject;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The flags of all assets at one moment. What is derived from it: each category's maximum, mature
 * if anything is, and as sources the ids of the flagged assets, sorted, the first 256 of them.
 *
 * @param revision rises with every change
 * @param flagged flags by asset id; only assets that have some
 */
public record FlagTable(long revision, Map<String, AssetFlag> flagged) {
    /** Nothing is flagged. */
    public static final FlagTable EMPTY = new FlagTable(0, Map.of());

    public FlagTable {
        flagged = Map.copyOf(flagged);
    }

    /** The chunk with the flags it has by this table; whatever it stated is dropped. */
    public Chunk derive(Chunk chunk) {
        if (flagged.isEmpty() && isPlain(chunk)) {
            return chunk;
        }
        List<WorldObject> objects = chunk.objects();
        boolean keep = true;
        for (WorldObject object : objects) {
            keep = keep && object.flags().equals(over(ChunkAssets.of(object)));
        }
        ContentFlags flags = over(ChunkAssets.of(chunk));
        if (keep && flags.equals(chunk.flags())) {
            return chunk;
        }
        if (!keep) {
            objects = objects.stream().map(o -> o.withFlags(over(ChunkAssets.of(o)))).toList();
        }
        return chunk.withFlags(flags).withContent(chunk.layers(), objects);
    }

    private static boolean isPlain(Chunk chunk) {
        return chunk.flags().isNone()
                && chunk.objects().stream().allMatch(object -> object.flags().isNone());
    }

    /** The flags of something that refers to these assets. */
    public ContentFlags over(Set<String> assets) {
        if (flagged.isEmpty()) {
            return ContentFlags.NONE;
        }
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        boolean mature = false;
        TreeSet<String> sources = new TreeSet<>();
        for (String asset : assets) {
            AssetFlag flag = flagged.get(asset);
            if (flag == null) {
                continue;
            }
            flag.severities()
                    .forEach(
                            (category, severity) ->
                                    severities.merge(
                                            category,
                                            severity,
                                            (a, b) -> a.compareTo(b) >= 0 ? a : b));
            mature |= flag.mature();
            sources.add(asset);
        }
        return sources.isEmpty()
                ? ContentFlags.NONE
                : new ContentFlags(
                        severities,
                        mature,
                        sources.stream().limit(ContentFlags.SOURCES_MAX).toList());
    }
}
