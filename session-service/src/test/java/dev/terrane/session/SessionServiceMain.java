package dev.terrane.session;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** The service as a process of its own, for tests that kill it. Prints its port when it is up. */
public final class SessionServiceMain {
    /** Begins the line that says the service is up; the port follows. */
    public static final String READY = "session-service listens on ";

    private SessionServiceMain() {}

    public static void main(String[] arguments) {
        SpringApplication app = new SpringApplication(SessionApp.class);
        app.setRegisterShutdownHook(false);
        var context = (WebServerApplicationContext) app.run(arguments);
        System.out.println(READY + context.getWebServer().getPort());
    }
}
