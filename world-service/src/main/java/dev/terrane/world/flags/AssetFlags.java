package dev.terrane.world.flags;

import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.flags.store.AssetFlagStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Flags of assets. A copy of all of them is kept; whether it is current is told by a number in the
 * database, so that every replica judges by the same flags. May be called by any thread.
 */
@Component
public final class AssetFlags {
    private final StoreThreads threads;
    private final AssetFlagStore store;
    private volatile FlagTable copy = new FlagTable(-1, Map.of());

    /** Makes the facade over a store. */
    public AssetFlags(StoreThreads threads, AssetFlagStore store) {
        this.threads = threads;
        this.store = store;
    }

    /** Inside a read or a write: the table as this transaction sees it. */
    public FlagTable current() {
        return at(store.revision());
    }

    /**
     * Inside a write of what flags are derived for: the table as it is until the commit. On
     * PostgreSQL another instance's change of flags waits for the commit, so that the job it makes
     * finds what was written with the flags before it.
     */
    public FlagTable held() {
        return threads.kind() == DatabaseKind.POSTGRESQL ? at(store.holdRevision()) : current();
    }

    /** The table seen last, of whatever revision; asks nobody. */
    public FlagTable kept() {
        return copy;
    }

    /** Inside a read or a write that sees this revision. */
    public FlagTable at(long revision) {
        FlagTable kept = copy;
        if (kept.revision() == revision) {
            return kept;
        }
        FlagTable fresh = new FlagTable(revision, store.all());
        if (fresh.revision() > kept.revision()) {
            // Read inside a transaction that may yet be rolled back: its revision is then given
            // again to other flags. Writers therefore never come here with a change of their own.
            copy = fresh;
        }
        return fresh;
    }

    /**
     * Inside a write: sets an asset's flags.
     *
     * @return what it was flagged for before; empty for nothing
     */
    public Optional<AssetFlag> put(AssetFlag flag) {
        Optional<AssetFlag> before = store.find(flag.assetId());
        if (flag.isNone()) {
            store.delete(flag.assetId());
        } else {
            store.put(flag);
        }
        store.raiseRevision();
        return before;
    }

    /** Inside a write: the flags, and what stands stricter of the asset. */
    public AssetFlag stricter(AssetFlag flag) {
        return store.find(flag.assetId()).map(stands -> stands.stricter(flag)).orElse(flag);
    }

    /** The table as the database has it now. */
    public FlagTable now() {
        return threads.read(this::current);
    }

    /** The flags as the database has them now, and which they are a copy of. */
    public FlagCopy copyNow() {
        return threads.read(
                () -> {
                    FlagTable table = current();
                    return new FlagCopy(store.generation(), table.revision(), table.flagged());
                });
    }

    /** Begins a generation of flags, unless there is one. */
    public void begin() {
        if (threads.read(store::generation).isEmpty()) {
            threads.run(
                    () -> {
                        if (store.generation().isEmpty()) {
                            store.putGeneration(UUID.randomUUID().toString());
                        }
                    });
        }
    }

    /** Says that these are a copy of flags of this generation. */
    public void follow(String generation) {
        threads.run(() -> store.putGeneration(generation));
    }

    /** Number of flagged assets, inside a read or a write. */
    public long count() {
        return store.count();
    }

    /** What an asset is flagged for. */
    public Optional<AssetFlag> find(String assetId) {
        return threads.read(() -> store.find(assetId));
    }

    /** Up to {@code limit} flagged assets in the order of their ids, after the one named. */
    public List<AssetFlag> list(String after, int limit) {
        return threads.read(() -> store.list(after, limit));
    }
}
