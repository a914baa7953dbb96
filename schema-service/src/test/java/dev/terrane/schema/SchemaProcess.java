package dev.terrane.schema;

import dev.terrane.support.testing.ServiceServer;
import java.util.List;

/** The service as a process of its own, for tests that kill it. */
final class SchemaProcess {
    /** What it prints before its port. */
    static final String READY = "schema-service listens on ";

    private SchemaProcess() {}

    public static void main(String[] arguments) {
        System.out.println(
                READY + ServiceServer.port(ServiceServer.run(SchemaApp.class, List.of(arguments))));
    }
}
