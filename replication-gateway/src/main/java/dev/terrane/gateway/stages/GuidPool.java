package dev.terrane.gateway.stages;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.KeyedPermutation;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Guids that are unique in the deployment, from blocks leased of the store; nobody without its key
 * can read their count or order. May block on the store: for request threads. A crash loses at most
 * a block.
 */
public final class GuidPool {
    private static final int BLOCK = 1024;
    private static final int GUID_BITS = 64;

    private final StageStore store;
    private @Nullable KeyedPermutation permutation;
    private long next;
    private long end;

    /** A pool that leases its first block at its first use. */
    public GuidPool(StageStore store) {
        this.store = store;
    }

    /** The next guid. */
    public synchronized Guid take() {
        while (true) {
            if (permutation == null || next == end) {
                StageStore.GuidBlock block = store.leaseGuids(BLOCK);
                permutation = new KeyedPermutation(HexFormat.of().parseHex(block.key()), GUID_BITS);
                next = block.first();
                end = block.first() + block.count();
            }
            long guid = permutation.apply(next++);
            if (guid != 0) {
                return new Guid(guid);
            }
        }
    }
}
