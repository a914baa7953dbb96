package dev.terrane.world.files;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.definitions.World;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one world that has a file. It is closed, being opened, open, or being closed;
 * only an open one that nobody uses is closed. All fields are guarded by the lock of {@link
 * WorldFiles}.
 *
 * <pre>
 * closed -> opening -> open -> closing -> closed
 *           opening -> closed, with the failure
 *           closed -> closing (a restore) -> closed
 * </pre>
 */
final class WorldSlot {
    final WorldId id;
    final Path file;

    /** Whether opening makes the file; false once it is there. */
    boolean isNew;

    /** Who uses it, or waits for it to open. */
    int leases;

    long usedNanos;

    /** Set while it is being opened or open. */
    @Nullable CompletableFuture<OpenWorld> opening;

    /** Set while it is open. */
    @Nullable OpenWorld world;

    /** Set while it is being closed, or its file is changed. */
    @Nullable CompletableFuture<@Nullable Void> closing;

    /** Why it was not opened the last time; null when it was. */
    @Nullable Failure failure;

    /** What it was when it was closed. */
    Optional<World> lastKnown = Optional.empty();

    record Failure(RuntimeException cause, long atNanos) {}

    WorldSlot(WorldId id, Path file, boolean isNew) {
        this.id = id;
        this.file = file;
        this.isNew = isNew;
    }
}
