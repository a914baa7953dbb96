package dev.terrane.world.files;

/** Keeps a world's file open until it is closed. */
public final class Lease implements AutoCloseable {
    private final OpenWorld world;
    private final Runnable end;
    private boolean ended;

    Lease(OpenWorld world, Runnable end) {
        this.world = world;
        this.end = end;
    }

    /** The world, not to be used after the end. */
    public OpenWorld world() {
        return world;
    }

    @Override
    public synchronized void close() {
        if (!ended) {
            ended = true;
            end.run();
        }
    }
}
