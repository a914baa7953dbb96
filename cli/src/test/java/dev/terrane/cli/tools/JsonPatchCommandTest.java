package dev.terrane.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonPatchCommandTest {
    @TempDir private Path folder;

    @Test
    void theResultIsPrintedAlone() throws IOException {
        Cli result = patch("{\"a\":[1,2]}", "[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":3}]");

        assertThat(result.exit()).isZero();
        assertThat(result.out().strip()).isEqualTo("{\"a\":[1,2,3]}");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void aFailedTestExitsWithThreeAndNamesTheOperation() throws IOException {
        Cli result =
                patch(
                        "{\"a\":1}",
                        "[{\"op\":\"remove\",\"path\":\"/a\"},{\"op\":\"test\",\"path\":\"/a\",\"value\":1}]");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("operation 1", "/a");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void malformedInputExitsWithTwo() throws IOException {
        assertThat(patch("{\"a\":1}", "{}").exit()).isEqualTo(2);
        assertThat(patch("{\"a\":1", "[]").exit()).isEqualTo(2);
        assertThat(patch("{}", "[{\"op\":\"jump\",\"path\":\"\"}]").exit()).isEqualTo(2);
        assertThat(Cli.run("json", "patch", "none", "none").exit()).isEqualTo(2);
    }

    @Test
    void aLocationThatIsNotThereExitsWithFour() throws IOException {
        Cli result = patch("{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"/b\"}]");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("/b");
    }

    @Test
    void limitsAreMalformedInputWithTheirValues() throws IOException {
        String operation = "{\"op\":\"test\",\"path\":\"\",\"value\":{}}";
        Cli many = patch("{}", "[" + (operation + ",").repeat(4_096) + operation + "]");
        Cli most = patch("{}", "[" + (operation + ",").repeat(4_095) + operation + "]");

        assertThat(many.exit()).isEqualTo(2);
        assertThat(many.err()).contains("4096", "4097");
        assertThat(many.out()).isEmpty();
        assertThat(most.exit()).as(most.err()).isZero();
    }

    @Test
    void bothCannotBeStandardInput() {
        Cli result = Cli.run("json", "patch", "-", "-");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("only one of DOC and PATCH can be '-'");
    }

    private Cli patch(String document, String patch) throws IOException {
        Path doc = Files.writeString(folder.resolve("doc.json"), document);
        Path ops = Files.writeString(folder.resolve("patch.json"), patch);
        return Cli.run("json", "patch", doc.toString(), ops.toString());
    }
}
