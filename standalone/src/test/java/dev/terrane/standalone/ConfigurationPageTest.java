package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.config.ConfigurationPage;
import dev.terrane.support.config.KnownKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Only here are all modules on the class path, and so all settings known. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../docs/operating/configuration.md");

    @Test
    void referencePageHasTheSettingsThereAre() throws IOException {
        String page =
                ConfigurationPage.render(KnownKeys.fromClassPath(getClass().getClassLoader()));
        if (Boolean.getBoolean("terrane.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .describedAs(
                        "run: mvn -pl standalone -am test -Dtest=ConfigurationPageTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dterrane.docs.write=true")
                .isEqualTo(page);
    }
}
