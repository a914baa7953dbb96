package dev.terrane.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/**
 * Measures the bytes the calling thread allocates while it runs some work. Counts every allocation,
 * garbage included, so it bounds what hostile input can make a decoder do.
 */
public final class AllocationMeter {
    private static final int RUNS_MAX = 5;
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

    /**
     * The same work on fresh input until it costs less than a bound, at most five times; the
     * cheapest run. What happens once in a JVM is not what the work costs: classes are loaded and
     * call sites linked by whoever comes first, and an agent may be watching.
     *
     * @param fresh makes the input, which is not measured, and gives the work on it
     */
    public static <T> Measured<T> cheapest(long bound, Callable<Callable<T>> fresh)
            throws Exception {
        Measured<T> cheapest = measure(fresh.call());
        for (int run = 1; run < RUNS_MAX && cheapest.bytes() >= bound; run++) {
            Measured<T> next = measure(fresh.call());
            cheapest = next.bytes() < cheapest.bytes() ? next : cheapest;
        }
        return cheapest;
    }

    /** Runs the work on this thread and returns the bytes allocated. */
    public static long bytes(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
