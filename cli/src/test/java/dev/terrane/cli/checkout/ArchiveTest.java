package dev.terrane.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import dev.terrane.testing.Await;
import dev.terrane.testing.Processes;
import dev.terrane.testing.Provokes;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    @TempDir private Path folder;
    private Archive archive;

    @BeforeEach
    void makeFiles() throws IOException {
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\necho hello\n");
        Path big = Files.write(folder.resolve("big"), new byte[100_000]);
        archive =
                new Archive(
                        "terrane-1",
                        List.of(
                                new Archive.Entry("terrane", script, true),
                                new Archive.Entry("terrane.jar", big, false),
                                new Archive.Entry("docs/guides/script.md", script, false),
                                new Archive.Entry("docs/script.md", script, false)));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs tar and sh")
    void tarUnpacksWithContentAndPermissions() throws IOException {
        Path file = archive.writeTarGz(folder.resolve("a.tar.gz"));

        try (Processes.Child tar =
                Processes.start(List.of("tar", "-xzf", file.toString()), folder, Map.of())) {
            assertThat(tar.awaitExit(Duration.ofSeconds(20))).as(tar.output()).isZero();
        }
        assertThat(folder.resolve("terrane-1/terrane.jar")).hasSize(100_000);
        assertThat(permissions(folder.resolve("terrane-1/terrane"))).isEqualTo("rwxr-xr-x");
        assertThat(permissions(folder.resolve("terrane-1/terrane.jar"))).isEqualTo("rw-r--r--");
        assertThat(folder.resolve("terrane-1/terrane")).hasContent("#!/bin/sh\necho hello\n");
        assertThat(folder.resolve("terrane-1/docs/guides/script.md"))
                .hasContent("#!/bin/sh\necho hello\n");
    }

    @Test
    void zipKeepsContentAndPermissions() throws IOException {
        Path file = archive.writeZip(folder.resolve("a.zip"));

        try (FileSystem zip =
                FileSystems.newFileSystem(file, Map.of("enablePosixFileAttributes", "true"))) {
            Path script = zip.getPath("terrane-1/terrane");
            assertThat(Files.readString(script)).isEqualTo("#!/bin/sh\necho hello\n");
            assertThat(permissions(script)).isEqualTo("rwxr-xr-x");
            assertThat(Files.size(zip.getPath("terrane-1/terrane.jar"))).isEqualTo(100_000);
            assertThat(Files.readString(zip.getPath("terrane-1/docs/guides/script.md")))
                    .isEqualTo("#!/bin/sh\necho hello\n");
        }
    }

    @Test
    void theSameFilesGiveTheSameBytes() throws IOException {
        byte[] tar = Files.readAllBytes(archive.writeTarGz(folder.resolve("a.tar.gz")));
        byte[] zip = Files.readAllBytes(archive.writeZip(folder.resolve("a.zip")));
        // Times in archives are of whole seconds.
        Await.elapse(Duration.ofMillis(1_100));

        assertThat(Files.readAllBytes(archive.writeTarGz(folder.resolve("b.tar.gz"))))
                .isEqualTo(tar);
        assertThat(Files.readAllBytes(archive.writeZip(folder.resolve("b.zip")))).isEqualTo(zip);
    }

    @Test
    @Provokes("CHECKOUT_NEEDED")
    void distAndTestOutsideACheckoutSayWhatTheyNeed() {
        Cli dist = Cli.run("dist");
        Cli test = Cli.run("test");

        assertThat(dist.exit()).isEqualTo(ExitCode.NOT_STARTED);
        assertThat(dist.err()).contains("CHECKOUT_NEEDED", "clone");
        assertThat(test.exit()).isEqualTo(ExitCode.NOT_STARTED);
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
