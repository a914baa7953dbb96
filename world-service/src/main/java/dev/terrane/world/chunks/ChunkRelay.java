package dev.terrane.world.chunks;

import java.util.List;

/**
 * Carries what one instance of the service committed to the listeners of all instances on the same
 * database, itself included, each key's changes in the order of their commits and none left out.
 * Where there is one instance only there is nothing to carry: {@link #NONE}.
 */
public interface ChunkRelay {
    /** Of an instance that is alone on its database. */
    ChunkRelay NONE =
            new ChunkRelay() {
                @Override
                public boolean isShared() {
                    return false;
                }

                @Override
                public void record(List<ChunkChange> changes) {}

                @Override
                public void recordWidely() {}

                @Override
                public void committed() {}

                @Override
                public void follow(Listener listener) {}
            };

    /** Told of what was committed by any instance, on one thread. */
    interface Listener {
        /** These changes, in order. */
        void changed(List<ChunkChange> changes);

        /** More than can be told one by one. */
        void changedWidely();
    }

    /** Whether other instances may be on the same database; else nobody is told by this. */
    boolean isShared();

    /**
     * Inside a write, as the last thing it does: these changes are told to all instances once it is
     * committed, and to nobody if it is not.
     */
    void record(List<ChunkChange> changes);

    /** Inside a write: the same for more than can be told one by one. */
    void recordWidely();

    /** After the commit of what was recorded: looks for it at once. */
    void committed();

    /** Begins to tell. */
    void follow(Listener listener);
}
