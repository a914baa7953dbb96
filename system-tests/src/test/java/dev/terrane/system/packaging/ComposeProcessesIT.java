package dev.terrane.system.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Processes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the image and its health checks are Linux's")
class ComposeProcessesIT {
    private static final Duration READY = Duration.ofSeconds(120);

    @TempDir private Path folder;

    @Test
    void fourProcessesStartedAsComposeSaysServeTogetherAndDrain() throws Exception {
        try (ComposeDeployment deployment = new ComposeDeployment(folder)) {
            deployment.init();
            deployment.up();
            deployment.awaitHealthy(READY);

            String token = token(deployment);
            assertThat(token).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
            // Each service checks the token with keys it fetches from the gateway by HTTP.
            for (String collection : List.of("schemas", "worlds", "sessions", "stages")) {
                assertThat(status(collection, token)).as(collection).isEqualTo(200);
            }

            for (String service : List.of("gateway", "session", "world", "schema")) {
                Processes.Child process = deployment.process(service);
                process.terminate();
                assertThat(process.awaitExit(Duration.ofSeconds(40)))
                        .as(process.output())
                        .isEqualTo(143);
            }
        }
    }

    private String token(ComposeDeployment deployment) {
        Path secrets = deployment.path("gateway", "/run/terrane");
        try (Processes.Child token =
                Processes.start(
                        List.of(
                                folder.resolve("opt/terrane/terrane").toString(),
                                "token",
                                "--role",
                                "operator",
                                "--data",
                                secrets.toString(),
                                "--url",
                                "http://127.0.0.1:8080"),
                        folder,
                        Map.of("JAVA_HOME", System.getProperty("java.home")))) {
            assertThat(token.awaitExit(Duration.ofSeconds(30))).as(token.output()).isZero();
            return token.lines().getLast();
        }
    }

    private static int status(String collection, String token) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:8080/api/v1/" + collection))
                            .header("Authorization", "Bearer " + token)
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
