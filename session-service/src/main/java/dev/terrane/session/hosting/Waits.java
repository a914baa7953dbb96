package dev.terrane.session.hosting;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a request thread waits for a session's answer. */
public final class Waits {
    private Waits() {}

    /**
     * The answer, or its failure as it was, or DEADLINE_EXCEEDED. The work goes on all the same.
     */
    public static <T> T result(CompletableFuture<T> answer, Duration atMost) {
        try {
            return answer.get(Math.max(1, atMost.toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw TerraneException.of(
                            CommonError.DEADLINE_EXCEEDED, "no durable answer in the time allowed")
                    .cause(e)
                    .toException();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a session");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a session's answer failed", e.getCause());
        }
    }
}
