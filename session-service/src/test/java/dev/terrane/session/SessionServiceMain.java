package dev.terrane.session;

import dev.terrane.support.testing.ServiceServer;
import java.util.List;

/** The service as a process of its own, for tests that kill it. Prints its port when it is up. */
public final class SessionServiceMain {
    /** Begins the line that says the service is up; the port follows. */
    public static final String READY = "session-service listens on ";

    private SessionServiceMain() {}

    public static void main(String[] arguments) {
        System.out.println(
                READY
                        + ServiceServer.port(
                                ServiceServer.run(SessionApp.class, List.of(arguments))));
    }
}
