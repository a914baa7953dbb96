package dev.terrane.cli.checkout;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the release archives from the runnable jar of a checkout. */
@Command(
        name = "dist",
        description = {
            "Writes the release archives, tar.gz and zip.",
            "They hold one runnable jar, the shims, the documentation and the demo's files; whoever unpacks one needs a"
                    + " JDK 25 and nothing else."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"3:this is no checkout"})
public final class DistCommand extends CliCommand {
    private static final String JAR = "standalone/target/terrane-exec.jar";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the archives (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("dist");

    @Override
    public Integer call() throws IOException {
        Path root = Checkout.require(home(), "dist").root();
        List<Archive.Entry> entries = new ArrayList<>();
        entries.addAll(
                List.of(
                        new Archive.Entry("terrane", root.resolve("terrane"), true),
                        new Archive.Entry("terrane.cmd", root.resolve("terrane.cmd"), false),
                        new Archive.Entry("terrane.jar", root.resolve(JAR), false),
                        new Archive.Entry("README.md", root.resolve("README.md"), false),
                        new Archive.Entry("CHANGELOG.md", root.resolve("CHANGELOG.md"), false),
                        new Archive.Entry("LICENSE", root.resolve("LICENSE"), false)));
        // At the same places as in a checkout, so that the README's links and lines hold.
        entries.addAll(folder(root, "docs"));
        entries.addAll(folder(root, "cli/src/main/resources/demo"));
        String name = "terrane-" + Version.current();
        Files.createDirectories(folder);
        Archive archive = new Archive(name, entries);
        report(archive.writeTarGz(folder.resolve(name + ".tar.gz")));
        report(archive.writeZip(folder.resolve(name + ".zip")));
        return ExitCode.OK;
    }

    private static List<Archive.Entry> folder(Path root, String name) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(name))) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(
                            file ->
                                    new Archive.Entry(
                                            root.relativize(file).toString().replace('\\', '/'),
                                            file,
                                            false))
                    .toList();
        }
    }

    private void report(Path file) throws IOException {
        out().printf(Locale.ROOT, "%s  %,d KiB%n", file, Files.size(file) >> 10);
    }
}
