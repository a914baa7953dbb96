package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Processes;
import dev.terrane.testing.Provokes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderLockTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    @TempDir Path folder;

    @Test
    @Provokes("DATA_LOCKED")
    void refusalNamesTheOwningProcessAndEndsWithIt() {
        Path data = folder.resolve("world");
        try (Processes.Child owner =
                Processes.java(List.of(), LockHolder.class.getName(), data.toString())) {
            owner.awaitLine(DEADLINE, LockHolder.READY::equals);
            assertThatThrownBy(() -> DataFolderLock.acquire(data))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(CliError.DATA_LOCKED);
                                assertThat(e.info().getExtrasMap())
                                        .containsEntry("pid", Long.toString(owner.pid()));
                                assertThat(e)
                                        .hasMessageContaining(data.toString())
                                        .hasMessageContaining("process " + owner.pid());
                            });
            owner.kill();
        }
        DataFolderLock.acquire(data).close();
    }

    @Test
    void twoStoresOfOneProcessCannotShareAFolder() {
        try (DataFolderLock _ = DataFolderLock.acquire(folder)) {
            assertThatThrownBy(() -> DataFolderLock.acquire(folder))
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("(this one)");
            // The refusal must not have released the first lock.
            try (Processes.Child other =
                    Processes.java(List.of(), LockHolder.class.getName(), folder.toString())) {
                assertThat(other.awaitExit(DEADLINE)).isNotZero();
                assertThat(other.output()).contains("process " + ProcessHandle.current().pid());
            }
        }
        DataFolderLock.acquire(folder).close();
    }
}
