package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What cannot be seen is not taken for what is not there. A link to itself stands for a folder
 * without permission, as nobody, not even an administrator, gets behind it.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a right of their own there")
class FileSightTest {
    @TempDir Path folder;
    private Path hidden;

    @BeforeEach
    void hide() throws IOException {
        hidden = folder.resolve("worlds").resolve("own").resolve("world.db");
        Files.createDirectories(folder.resolve("worlds"));
        Files.createSymbolicLink(folder.resolve("worlds/own"), Path.of("own"));
    }

    @Test
    void onlyWhatIsKnownNotToBeThereIsNot() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThat(FileSight.mayBeThere(hidden)).isTrue();
        assertThat(FileSight.isHidden(hidden)).isTrue();
        assertThat(FileSight.mayBeThere(file)).isTrue();
        assertThat(FileSight.isHidden(file)).isFalse();
        assertThat(FileSight.mayBeThere(folder.resolve("none"))).isFalse();
        assertThat(FileSight.mayBeThere(folder.resolve("none/none"))).isFalse();
        assertThat(FileSight.mayBeThere(file.resolve("none"))).as("behind a file").isFalse();
    }

    @Test
    void aDatabaseThatCannotBeSeenIsNotGoneAndIsRefused() {
        assertThat(StoreTraces.isGone(hidden)).isFalse();
        assertThatThrownBy(() -> SqliteCheck.requireReadable(hidden))
                .isInstanceOf(UnfitStoreException.class)
                .hasMessageContaining(hidden.toString())
                .hasMessageContaining("may not be used by user")
                .extracting("code")
                .isEqualTo(CommonError.STORE_UNFIT);
    }

    @Test
    void aFolderThatCannotBeSeenIsATraceOfADatabase() {
        assertThat(StoreTraces.of(folder.resolve("world.db"))).containsExactly("worlds/own");
        assertThat(StoreTraces.of(hidden)).isNotEmpty();
    }

    @Test
    void aFileWithoutPermissionIsRefusedByNameWithoutItsFolders() {
        IOException denied = new AccessDeniedException("/srv/secret/worlds/own/replaced");

        TerraneException refusal =
                StoreErrors.refusal(new UncheckedIOException("a restore", denied)).orElseThrow();

        assertThat(refusal.code()).isEqualTo(CommonError.STORE_UNFIT);
        assertThat(refusal)
                .hasMessageStartingWith("own/replaced may not be used by user")
                .hasMessageNotContaining("secret");
        assertThat(FileSight.findDenied(new IOException("another"))).isEmpty();
    }
}
