package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.world.chunks.store.AssetUseStore;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.FlagTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Which chunks refer to an asset; call inside work of StoreThreads. */
@Component
public final class AssetUse {
    private final AssetUseStore store;
    private final Chunks chunks;

    /** Makes the facade over a store. */
    public AssetUse(AssetUseStore store, Chunks chunks) {
        this.store = store;
        this.chunks = chunks;
    }

    /** Keys of chunks that refer to an asset, in order after one. */
    public List<ChunkKey> list(String assetId, String after, int limit) {
        return store.list(assetId, after, limit);
    }

    /** How many do. */
    public long count(String assetId) {
        return store.count(assetId);
    }

    /**
     * The changes of who may see the chunks that refer to an asset, once it is flagged like this.
     */
    public List<ChunkChange> gates(AssetFlag flag, int limit) {
        ContentFlags raised =
                new FlagTable(0, Map.of(flag.assetId(), flag)).over(Set.of(flag.assetId()));
        return store.listFlags(flag.assetId(), limit).stream()
                .map(
                        chunk ->
                                new ChunkChange(
                                        chunks.served(chunk.head(), chunk.formatVersion()),
                                        new ChunkChange.Kind.Gate(),
                                        chunk.flags().merge(raised)))
                .toList();
    }
}
