package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import dev.terrane.testing.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing acknowledged is lost to kill -9, no transaction is torn, the file stays sound. */
class StoreCrashIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int ROUNDS = 3;
    private static final int ACKNOWLEDGED_MIN = 100;
    @TempDir Path folder;

    @Test
    void acknowledgedWritesSurviveKills() {
        String url = "jdbc:sqlite:" + folder.resolve("probe.db");
        Set<Long> acknowledged = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            acknowledged.addAll(writeAndKill(url, round * 1_000_000L));
            try (StoreFixture store = StoreFixture.open("probe", url)) {
                List<Long> rows = ids(store, "SELECT id FROM probe");
                assertThat(rows).containsAll(acknowledged);
                assertThat(ids(store, "SELECT probe FROM probe_note"))
                        .containsExactlyInAnyOrderElementsOf(rows);
                assertThat(check(store, "integrity_check")).isEqualTo("ok");
                System.out.printf(
                        "round %d: %d acknowledged, %d rows%n",
                        round, acknowledged.size(), rows.size());
            }
        }
    }

    private static Set<Long> writeAndKill(String url, long base) {
        try (Processes.Child writer =
                Processes.java(
                        List.of("--enable-native-access=ALL-UNNAMED"),
                        CrashingWriter.class.getName(),
                        url,
                        Long.toString(base))) {
            Await.until(
                    DEADLINE,
                    "enough acknowledgements",
                    () -> {
                        assertThat(writer.isAlive()).describedAs(writer.output()).isTrue();
                        return writer.lines().stream()
                                        .filter(line -> line.startsWith("ack "))
                                        .count()
                                >= ACKNOWLEDGED_MIN;
                    });
            writer.kill();
            return writer.lines().stream()
                    .filter(line -> line.matches("ack \\d+"))
                    .map(line -> Long.valueOf(line.substring(4)))
                    .collect(Collectors.toSet());
        }
    }

    private static List<Long> ids(StoreFixture store, String sql) {
        return store.threads().read(() -> store.client().sql(sql).query(Long.class).list());
    }

    private static String check(StoreFixture store, String pragma) {
        return store.threads()
                .read(() -> store.template().queryForObject("pragma " + pragma, String.class));
    }
}
