package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps the writer of a world busy until it is freed: edits handed in meanwhile wait. */
public final class BusyWriter implements AutoCloseable {
    private final CountDownLatch free = new CountDownLatch(1);
    private final CompletableFuture<Boolean> work;

    public BusyWriter(WorldFixture world) {
        work = world.store.threads().writeAsync(this::awaitFree);
    }

    private boolean awaitFree() {
        try {
            return free.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** Hands edits in while the writer is busy, so that one transaction takes them all. */
    public static List<CompletableFuture<EditResult>> together(
            WorldFixture world, EditRequest... requests) {
        try (var _ = new BusyWriter(world)) {
            return Arrays.stream(requests)
                    .map(world.edits::submit)
                    .map(answer -> answer.orTimeout(20, TimeUnit.SECONDS))
                    .toList();
        }
    }

    /** Lets it go on. */
    public void free() {
        free.countDown();
        assertThat(work.orTimeout(20, TimeUnit.SECONDS).join()).isTrue();
    }

    @Override
    public void close() {
        free();
    }
}
