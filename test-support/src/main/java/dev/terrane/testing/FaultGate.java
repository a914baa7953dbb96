package dev.terrane.testing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The faults of one direction of a {@link FaultProxy}, shared by all its connections. */
final class FaultGate {
    private final AtomicLong passed = new AtomicLong();
    private volatile long delayNanos;
    private volatile long bytesPerSecond;
    private boolean stalled;

    void delay(Duration latency) {
        delayNanos = latency.toNanos();
    }

    void throttle(long rate) {
        bytesPerSecond = rate;
    }

    synchronized void stall() {
        stalled = true;
    }

    synchronized void heal() {
        stalled = false;
        delayNanos = 0;
        bytesPerSecond = 0;
        notifyAll();
    }

    long passed() {
        return passed.get();
    }

    void count(int bytes) {
        passed.addAndGet(bytes);
    }

    /** Bytes to write at once: a fiftieth of a second's worth when throttled. */
    int slice(int length) {
        long rate = bytesPerSecond;
        return rate == 0 ? length : Math.clamp(rate / 50, 1, length);
    }

    /** Waits until bytes that arrived then may leave. */
    void awaitPassage(long arrivedNanos) throws InterruptedException {
        for (long left = left(arrivedNanos); left > 0; left = left(arrivedNanos)) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("connection closed");
            }
        }
        synchronized (this) {
            while (stalled) {
                wait();
            }
        }
    }

    /** Waits as long as that many bytes take at the throttled rate. */
    void awaitRate(int bytes) throws InterruptedException {
        long rate = bytesPerSecond;
        if (rate == 0) {
            return;
        }
        long end = System.nanoTime() + bytes * 1_000_000_000L / rate;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("connection closed");
            }
        }
    }

    private long left(long arrivedNanos) {
        return arrivedNanos + delayNanos - System.nanoTime();
    }
}
