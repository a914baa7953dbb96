package dev.terrane.world.imports;

import dev.terrane.world.ServiceWide;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;

/**
 * How many maps this process reads at once, whichever worlds' they are: a map is in memory as a
 * whole then, and each world in a file of its own has a worker of its own. As many as may be
 * received at once. Any thread.
 */
@ServiceWide
@Component
final class ImportTurns {
    private final Semaphore turns;

    ImportTurns(ImportProperties properties) {
        this.turns = new Semaphore(properties.concurrentMax(), true);
    }

    /**
     * Waits for a turn and takes it.
     *
     * @throws CancellationException when the thread was interrupted before it got one
     */
    void run(Runnable work) {
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted before its turn");
        }
        try {
            work.run();
        } finally {
            turns.release();
        }
    }
}
