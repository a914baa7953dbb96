package dev.terrane.world.flags;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * The assets a chunk refers to: those of its palettes, whether a cell uses them or not, those of
 * its objects, and the scripts its objects name in {@code properties.script} or {@code
 * properties.scripts}. Scripts share the namespace of assets.
 */
public final class ChunkAssets {
    private static final List<String> SCRIPT_MEMBERS = List.of("script", "scripts");

    private ChunkAssets() {}

    /** Of a whole chunk, sorted. */
    public static Set<String> of(Chunk chunk) {
        TreeSet<String> assets = new TreeSet<>();
        for (TileLayer layer : chunk.layers()) {
            for (TileDef tile : layer.palette()) {
                add(assets, tile.assetId());
            }
        }
        chunk.objects().forEach(object -> collect(assets, object));
        return assets;
    }

    /** Of one object, sorted. */
    public static Set<String> of(WorldObject object) {
        TreeSet<String> assets = new TreeSet<>();
        collect(assets, object);
        return assets;
    }

    private static void collect(Set<String> assets, WorldObject object) {
        add(assets, object.assetId());
        if (!object.properties().toJson().contains("\"script")) {
            return;
        }
        JsonNode properties = object.properties().toTree();
        for (String member : SCRIPT_MEMBERS) {
            JsonNode value = properties.get(member);
            if (value == null) {
                continue;
            }
            if (value.isString()) {
                add(assets, value.stringValue());
            } else if (value.isArray()) {
                value.forEach(
                        item -> {
                            if (item.isString()) {
                                add(assets, item.stringValue());
                            }
                        });
            }
        }
    }

    /** What is no asset id can carry no flag. */
    private static void add(Set<String> assets, String id) {
        if (!id.isEmpty() && Texts.assetFault(id) == null) {
            assets.add(id);
        }
    }
}
