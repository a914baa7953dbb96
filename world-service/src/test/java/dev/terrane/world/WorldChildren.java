package dev.terrane.world;

import dev.terrane.testing.TestIssuer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Head of tests that run world-service as a process of its own, one or several in a row. */
public abstract class WorldChildren {
    protected static final Duration LONG = Duration.ofSeconds(90);
    private static TestIssuer issuer;
    private static HttpClient http;

    @BeforeAll
    static void openClients() {
        issuer = TestIssuer.start();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void closeClients() {
        issuer.close();
        http.close();
    }

    /** Starts the process on a data folder and waits until it listens. */
    protected static WorldChild startService(Path data, String... settings) {
        return WorldChild.start(data, issuer, http, settings);
    }
}
