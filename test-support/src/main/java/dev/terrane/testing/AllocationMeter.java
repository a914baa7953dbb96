package dev.terrane.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/**
 * Measures the bytes the calling thread allocates while it runs some work. Counts every allocation,
 * garbage included, so it bounds what hostile input can make a decoder do.
 */
public final class AllocationMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocationMeter() {}

    /**
     * A result and what it cost.
     *
     * @param value what the work returned
     * @param bytes bytes the thread allocated meanwhile
     */
    public record Measured<T>(T value, long bytes) {}

    /** Runs the work on this thread and returns its result with the bytes allocated. */
    public static <T> Measured<T> measure(Callable<T> work) throws Exception {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T value = work.call();
        // Before the result is made: its class may be loaded there, and agents instrument it.
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        return new Measured<>(value, bytes);
    }

    /** Runs the work on this thread and returns the bytes allocated. */
    public static long bytes(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
