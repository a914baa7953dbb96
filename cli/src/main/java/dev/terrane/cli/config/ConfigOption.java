package dev.terrane.cli.config;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that read the configuration; picocli mixes it in. */
public final class ConfigOption {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration (default: terrane.yaml in the current folder, if there).")
    private @Nullable Path file;

    /** The file that was named, if one was. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }
}
