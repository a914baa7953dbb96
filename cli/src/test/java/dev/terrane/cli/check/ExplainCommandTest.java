package dev.terrane.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import dev.terrane.rpc.error.ErrorRegistry;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExplainCommandTest {

    @Test
    void saysCauseAndFixOfACodeInAnyCaseOrAsUrn() {
        Cli plain = Cli.run("explain", "port_in_use");
        Cli urn = Cli.run("explain", "urn:terrane:error:PORT_IN_USE");

        assertThat(plain.exit()).isZero();
        assertThat(plain.out()).contains("PORT_IN_USE", "cause", "fix", "HTTP 503");
        assertThat(urn.out()).isEqualTo(plain.out());
    }

    @Test
    void unknownCodeExitsWithOneAndNamesItsNeighbours() {
        Cli result = Cli.run("explain", "PORT_IN_USER");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err()).contains("PORT_IN_USE");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void jsonFormIsOneObjectWithTheRegistryFields() {
        JsonNode json =
                JsonMapper.shared()
                        .readTree(Cli.run("explain", "FORBIDDEN", "--format", "json").out());

        assertThat(json.path("code").asString()).isEqualTo("FORBIDDEN");
        assertThat(json.path("httpStatus").asInt()).isEqualTo(403);
        assertThat(json.path("closeCode").asInt()).isEqualTo(4403);
    }

    @Test
    void withoutACodeItListsTheWholeRegistry() {
        assertThat(Cli.run("explain").out().lines()).hasSize(ErrorRegistry.all().size());
    }
}
