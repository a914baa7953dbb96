package dev.terrane.schema;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** The service as a process of its own, for tests that kill it. */
final class SchemaProcess {
    /** What it prints before its port. */
    static final String READY = "schema-service listens on ";

    private SchemaProcess() {}

    public static void main(String[] arguments) {
        SpringApplication app = new SpringApplication(SchemaApp.class);
        app.setRegisterShutdownHook(false);
        var context = (WebServerApplicationContext) app.run(arguments);
        System.out.println(READY + context.getWebServer().getPort());
    }
}
