package dev.terrane.system.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComposeFileTest {

    @Test
    void composeFileFollowsTheComposeSpecification() {
        assertThat(ComposeFile.ofRepository().violations()).isEmpty();
    }

    @Test
    void aMisspeltKeyIsFound() {
        String broken =
                Repository.read("docker-compose.yml")
                        .replaceFirst("healthcheck: &", "healthchek: &");

        assertThat(ComposeFile.parse(broken).violations())
                .anySatisfy(violation -> assertThat(violation).contains("healthchek"));
    }

    @Test
    void fourServicesAndTheOneThatMakesTheirSecrets() {
        ComposeFile file = ComposeFile.ofRepository();

        assertThat(file.serviceNames())
                .containsExactly("init", "schema", "world", "session", "gateway");
        assertThat(file.service("init").command()).startsWith("init-secrets");
        for (String name : file.serviceNames().subList(1, 5)) {
            assertThat(file.service(name).command()).startsWith("up", "--service", name);
            assertThat(file.service(name).section()).containsEntry("read_only", true);
        }
    }

    @Test
    void onlyTheGatewayPublishesAPort() {
        ComposeFile file = ComposeFile.ofRepository();

        assertThat(
                        file.serviceNames().stream()
                                .filter(n -> file.service(n).section().containsKey("ports")))
                .containsExactly("gateway");
    }

    @Test
    void imageIsBuiltInStagesAndRunsAsANumberedUser() {
        String dockerfile = Repository.read("Dockerfile");

        assertThat(dockerfile.lines().filter(line -> line.startsWith("FROM "))).hasSize(2);
        assertThat(dockerfile).containsPattern("(?m)^USER [1-9]\\d*:[1-9]\\d*$");
    }
}
