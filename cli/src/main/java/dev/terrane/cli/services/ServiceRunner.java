package dev.terrane.cli.services;

import java.time.Duration;

/** Starts services in this JVM. Found by ServiceLoader; used by one thread. */
public interface ServiceRunner {

    /**
     * Reads and checks the configuration and says where data will lie and each service listen.
     * Starts nothing. The same request then goes to {@link #start}.
     *
     * @throws dev.terrane.rpc.error.TerraneException when the configuration is refused
     */
    RunPlan plan(RunRequest request);

    /**
     * Starts the services at the planned addresses, one after the other. When one fails, those
     * already up are closed again before the failure is thrown.
     *
     * @throws dev.terrane.rpc.error.TerraneException START_FAILED, with the cause
     */
    Running start(RunRequest request, RunPlan plan, Progress progress);

    /** Services that are up. Thread-safe. */
    interface Running extends AutoCloseable {
        /** Drains and closes gateway, session, world and schema, in this order; once. */
        @Override
        void close();
    }

    /** Told about each service as it comes up and goes down. */
    interface Progress {
        /** This service answers requests now. */
        void up(ServiceAddress address, Duration took);

        /** This service has drained and is closed. */
        void down(ServiceName service, Duration took);
    }
}
