package dev.terrane.world;

import dev.terrane.support.testing.ServiceServer;
import java.util.List;

/** The service as a process of its own, for tests that kill it. */
public final class WorldProcess {
    /** What it prints before its port. */
    public static final String READY = "world-service listens on ";

    private WorldProcess() {}

    public static void main(String[] arguments) {
        System.out.println(
                READY + ServiceServer.port(ServiceServer.run(WorldApp.class, List.of(arguments))));
    }
}
