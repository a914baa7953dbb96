package dev.terrane.support.drain;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Drains when the context closes, before anything else stops: it has the highest phase. Blocks the
 * closing thread, at most for the grace period; the web server, which has a lower phase, stops
 * afterwards, and stores are flushed last, when beans are destroyed.
 */
final class DrainLifecycle implements SmartLifecycle {
    private final DrainCoordinator coordinator;
    private final ObjectProvider<DrainListener> listeners;
    private volatile boolean running;

    DrainLifecycle(DrainCoordinator coordinator, ObjectProvider<DrainListener> listeners) {
        this.coordinator = coordinator;
        this.listeners = listeners;
    }

    @Override
    public void start() {
        listeners.orderedStream().forEach(coordinator::register);
        running = true;
    }

    @Override
    public void stop() {
        coordinator.drain();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
