package dev.terrane.support.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
    private final KnownKeys known = KnownKeys.fromClassPath(getClass().getClassLoader());

    @Test
    void everySettingHasARowWithItsDefaultAndMeaning() {
        String page = ConfigurationPage.render(known);
        assertThat(page)
                .contains("## common", "## schema", "## world", "## session", "## gateway")
                .contains("| `common.data-dir` | path | `./data` | ")
                .contains("| `world.store.busy-timeout` | duration | `5s` | ")
                .contains("| `common.security.allowed-origins` | list of string | ");
        assertThat(page.lines().filter(line -> line.startsWith("| `"))).hasSize(known.all().size());
    }

    @Test
    void everySettingOfThisModuleIsDescribed() {
        assertThat(known.all())
                .allSatisfy(
                        key -> assertThat(key.description()).describedAs(key.key()).isNotBlank());
    }
}
