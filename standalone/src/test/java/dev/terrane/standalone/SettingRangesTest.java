package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.config.ConfigProblem;
import dev.terrane.support.config.KnownKey;
import dev.terrane.support.config.KnownKeys;
import dev.terrane.support.config.TerraneConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Of every number, time and size there is: a value below what makes sense is refused by the name of
 * its setting, also when another one of the same record was given beside it.
 */
class SettingRangesTest {
    private static final KnownKeys KNOWN =
            KnownKeys.fromClassPath(SettingRangesTest.class.getClassLoader());
    private static final Map<String, String> BELOW =
            Map.of(
                    "java.lang.Integer", "-1",
                    "java.time.Duration", "-1s",
                    "org.springframework.util.unit.DataSize", "-1B");

    @Test
    void aValueBelowItsRangeIsRefusedByItsName() {
        List<String> accepted = new ArrayList<>();
        int refused = 0;
        for (KnownKey key : KNOWN.all()) {
            String below = BELOW.get(key.type());
            if (below == null) {
                continue;
            }
            Map<String, String> given = new HashMap<>(Map.of(key.variable(), below));
            beside(key)
                    .ifPresent(
                            other ->
                                    given.put(
                                            other.variable(), other.defaultValue().orElseThrow()));
            List<ConfigProblem> problems = TerraneConfig.load(null, given, KNOWN).problems();
            if (problems.isEmpty()) {
                accepted.add(key.name());
                continue;
            }
            refused++;
            assertThat(problems).as(key.name()).hasSize(1);
            assertThat(problems.getFirst().key()).isEqualTo(key.name());
            assertThat(problems.getFirst().message()).contains(lastName(key));
        }
        assertThat(accepted).isEmpty();
        assertThat(refused).isGreaterThan(60);
    }

    /** The first setting of the same record that has a default. */
    private static Optional<KnownKey> beside(KnownKey key) {
        String record = key.name().substring(0, key.name().lastIndexOf('.') + 1);
        return KNOWN.all().stream()
                .filter(other -> other.name().startsWith(record) && !other.equals(key))
                .filter(other -> other.name().indexOf('.', record.length()) < 0)
                .filter(other -> other.defaultValue().isPresent())
                .findFirst();
    }

    private static String lastName(KnownKey key) {
        return key.name().substring(key.name().lastIndexOf('.') + 1);
    }
}
