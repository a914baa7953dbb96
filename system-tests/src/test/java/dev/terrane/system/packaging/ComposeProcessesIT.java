package dev.terrane.system.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Processes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the image and its health checks are Linux's")
class ComposeProcessesIT {
    private static final Duration READY = Duration.ofMinutes(10);
    private static final Duration DEMO = Duration.ofMinutes(10);

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
                assertThat(status(deployment, collection, token)).as(collection).isEqualTo(200);
            }

            try (Processes.Child demo = terrane(deployment, "demo", "--against")) {
                assertThat(demo.awaitExit(DEMO)).as(demo.output()).isZero();
            }

            for (String service : List.of("gateway", "session", "world", "schema")) {
                Processes.Child process = deployment.process(service);
                process.terminate();
                assertThat(process.awaitExit(Duration.ofMinutes(3)))
                        .as(process.output())
                        .isEqualTo(143);
            }
        }
    }

    private String token(ComposeDeployment deployment) {
        try (Processes.Child token = terrane(deployment, "token", "--role", "operator", "--url")) {
            assertThat(token.awaitExit(Duration.ofMinutes(5))).as(token.output()).isZero();
            return token.lines().getLast();
        }
    }

    /** Runs a command whose last option names the gateway, with the deployment's credentials. */
    private Processes.Child terrane(ComposeDeployment deployment, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(folder.resolve("opt/terrane/terrane").toString());
        command.addAll(List.of(arguments));
        command.add(deployment.gateway());
        command.addAll(List.of("--data", deployment.path("gateway", "/run/terrane").toString()));
        return Processes.start(
                command, folder, Map.of("JAVA_HOME", System.getProperty("java.home")));
    }

    private static int status(ComposeDeployment deployment, String collection, String token)
            throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(
                                    URI.create(deployment.gateway() + "/api/v1/" + collection))
                            .header("Authorization", "Bearer " + token)
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
