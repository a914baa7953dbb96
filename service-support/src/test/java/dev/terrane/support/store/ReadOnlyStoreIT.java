package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terrane.testing.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that cannot be written is refused when it is opened, and left as it was. */
class ReadOnlyStoreIT {
    /** What lets root write all files. */
    private static final String RIGHTS = "-dac_override,-dac_read_search";

    private static final List<String> WITHOUT_RIGHTS =
            List.of("setpriv", "--bounding-set", RIGHTS, "--inh-caps", RIGHTS);

    @TempDir Path folder;

    /** Reproduced: SQLite opens such a file, and the service was ready until its first write. */
    @Test
    void whatCannotBeWrittenIsRefusedByNameAndOpensOnceItCan() throws Exception {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"), "permissions");
        try (Processes.Child opener =
                Processes.javaBehind(
                        launcher(),
                        List.of("--enable-native-access=ALL-UNNAMED"),
                        ReadOnlyOpener.class.getName(),
                        folder.toString())) {
            assertThat(opener.awaitExit(Duration.ofSeconds(60))).as(opener.output()).isZero();
            List<String> endings =
                    opener.lines().stream()
                            .filter(line -> line.startsWith(ReadOnlyOpener.OPENED))
                            .toList();
            assertThat(endings).hasSize(4);
            for (int i = 0; i < 2; i++) {
                Path file = folder.resolve(i == 0 ? "probe.db" : "probe.db-wal");
                assertThat(endings.get(i))
                        .contains(
                                UnfitStoreException.class.getName(),
                                file + " cannot be written by user '",
                                "let that user write it");
            }
            assertThat(endings.get(2))
                    .contains("the data folder cannot be used: " + folder)
                    .endsWith("left are [probe.db, probe.db.made, store.lock]");
            assertThat(endings.get(3)).endsWith("nothing: open");
        }
    }

    private List<String> launcher() throws IOException, InterruptedException {
        Path probe = Files.writeString(folder.resolve("probe"), "");
        boolean mayAll = probe.toFile().setReadOnly() && Files.isWritable(probe);
        Files.delete(probe);
        if (!mayAll) {
            return List.of();
        }
        boolean found;
        try {
            Process process = new ProcessBuilder("setpriv", "--version").start();
            found = process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException missing) {
            found = false;
        }
        assumeTrue(found, "setpriv: root may write everything");
        return WITHOUT_RIGHTS;
    }
}
