package dev.terrane.world.chunks;

import dev.terrane.world.WorldFixture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps a store's writer busy, so that edits wait and come to one transaction. */
final class HeldWriter {
    private final CountDownLatch end = new CountDownLatch(1);

    /** Returns when the writer is busy. */
    HeldWriter(WorldFixture world) {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> _ =
                world.store
                        .threads()
                        .writeAsync(
                                () -> {
                                    begun.countDown();
                                    return await(end);
                                });
        await(begun);
    }

    void release() {
        end.countDown();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
