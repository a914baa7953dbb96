package dev.terrane.world.moderation;

/**
 * The databases of worlds that are not in the shared one. Each holds its own copy of what assets
 * are flagged for, so that what is derived from flags is written with them in one transaction. Any
 * thread may call.
 */
public interface FlagSpread {
    /** There are none. */
    FlagSpread NONE =
            new FlagSpread() {
                @Override
                public void record(ReflagJob job) {}

                @Override
                public void changed(String assetId, String jobId) {}

                @Override
                public ReflagJob whole(ReflagJob own) {
                    return own;
                }
            };

    /**
     * Inside the write that changes the flags of an asset: notes that other databases are to take
     * them over, so that a crash does not forget it.
     */
    void record(ReflagJob job);

    /**
     * After the flags of an asset were changed: returns when no world is served with the flags it
     * had before. What is closed follows by and by.
     *
     * @param jobId id of the jobs that rewrite chunks
     */
    void changed(String assetId, String jobId);

    /** A job with what the jobs of the same id have done in the other databases. */
    ReflagJob whole(ReflagJob own);
}
