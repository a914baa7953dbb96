package dev.terrane.gateway.stages;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for stages on request threads. */
public final class Futures {
    private static final long WAIT_SECONDS = 30;

    private Futures() {}

    /**
     * Waits for an answer; a refusal comes as it is.
     *
     * @throws TerraneException the refusal, or DEADLINE_EXCEEDED after 30 s
     */
    public static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TerraneException refused) {
                throw refused;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw TerraneException.of(
                            CommonError.DEADLINE_EXCEEDED, "the stage did not answer in 30 s")
                    .cause(e)
                    .toException();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TerraneException.of(CommonError.DEADLINE_EXCEEDED, "interrupted while waiting")
                    .cause(e)
                    .toException();
        }
    }
}
