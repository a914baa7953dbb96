package dev.terrane.rpc.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** docs/errors is what the registry says. With -Dterrane.errors.write=true it makes it so. */
class ErrorPagesTest {
    private static final Path FOLDER = Path.of("..", "docs", "errors");
    private static final String COMMAND =
            "mvn -pl shared-rpc -am test -Dtest=ErrorPagesTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dterrane.errors.write=true";

    @Test
    void everyCodeHasItsPageAndEveryPageItsCode() throws IOException {
        if (Boolean.getBoolean("terrane.errors.write")) {
            ErrorPages.write(FOLDER);
        }
        Map<String, String> found = new TreeMap<>();
        if (Files.isDirectory(FOLDER)) {
            try (var files = Files.list(FOLDER)) {
                for (Path file : files.toList()) {
                    found.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }

        assertThat(found.keySet())
                .as("pages of docs/errors; make them with: " + COMMAND)
                .isEqualTo(ErrorPages.all().keySet());
        ErrorPages.all()
                .forEach(
                        (name, text) ->
                                assertThat(found.get(name))
                                        .as(name + " is stale; make it with: " + COMMAND)
                                        .isEqualTo(text));
    }
}
