package dev.terrane.schema.registry;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets work on documents in as long as they are not too long together. One that is longer than all
 * that may be inside comes in alone. First come, first served; for all threads, which wait.
 */
public final class DocumentGate {
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);
    private static final int UNIT_BYTES = 1 << 10;

    private final int unitsMax;
    private final Semaphore units;

    /** A gate for so many bytes at a time. */
    public DocumentGate(long bytesMax) {
        this.unitsMax = Math.clamp(bytesMax / UNIT_BYTES, 1, Integer.MAX_VALUE);
        this.units = new Semaphore(unitsMax, true);
    }

    /**
     * Runs work on so many bytes.
     *
     * @throws TerraneException RESOURCE_EXHAUSTED when it cannot begin within 30 s
     */
    public <T> T run(long bytes, Supplier<T> work) {
        int need = Math.clamp(bytes / UNIT_BYTES + 1, 1, unitsMax);
        try {
            if (!units.tryAcquire(need, WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "too many long documents are being read")
                        .limit(
                                SchemaProperties.DOCUMENT_LIMIT,
                                (long) unitsMax * UNIT_BYTES,
                                (long) (unitsMax + need) * UNIT_BYTES)
                        .toException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted before the work began");
        }
        try {
            return work.get();
        } finally {
            units.release(need);
        }
    }
}
