package dev.terrane.core.schema.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.testing.NodeProject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Generated TypeScript under the strictest settings of its compiler, and in use. */
class GeneratedTypeScriptIT {
    @Test
    void itCompilesStrictlyAndReadsEveryType() throws Exception {
        NodeProject project =
                NodeProject.install(Path.of("src", "test", "node"), Path.of("target", "node"));
        Generated.write(Language.TYPESCRIPT, project.resolve(""));

        project.run(Map.of(), project.program("tsc"), "--project", "tsconfig.json");
        String said =
                project.run(
                        Map.of(),
                        "node",
                        "--input-type=module",
                        "--eval",
                        "import('./out/use.js').then(m => console.log(JSON.stringify(m.report)))");

        JsonNode report = JsonMapper.shared().readTree(said);
        assertThat(report.path("id").asString()).isEqualTo("guest-room@3");
        assertThat(report.path("wireHash").asString())
                .isEqualTo(SchemaHash.ofWire(Generated.AWKWARD).hex());
        assertThat(report.path("contentHash").asString())
                .isEqualTo(SchemaHash.ofContent(Generated.AWKWARD).hex());
        assertThat(report.path("small").asInt()).isEqualTo(-5);
        assertThat(report.path("big").asString()).isEqualTo("-9223372036854775808");
        assertThat(report.path("huge").asString()).isEqualTo("18446744073709551615");
        assertThat(report.path("text").asString()).isEqualTo("mage");
        assertThat(report.path("index").asLong()).isEqualTo(4294967295L);
        assertThat(report.path("shared").asBoolean()).isTrue();
        assertThat(report.path("missing").asString()).isEqualTo("0");
        assertThat(report.path("seen").asBoolean()).isTrue();
        assertThat(report.path("unseen").asBoolean()).isFalse();
        assertThat(report.path("table").asString()).isEqualTo("String");
    }
}
