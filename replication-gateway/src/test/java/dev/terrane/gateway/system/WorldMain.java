package dev.terrane.gateway.system;

import dev.terrane.world.WorldApp;
import org.springframework.boot.SpringApplication;

/** World-service as a process of its own, for tests that kill it. */
final class WorldMain {
    /** What it prints when it can be called. */
    static final String READY = "world-service is ready";

    private WorldMain() {}

    public static void main(String[] arguments) {
        SpringApplication.run(WorldApp.class, arguments);
        System.out.println(READY);
    }
}
