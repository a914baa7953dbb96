package dev.terrane.cli.run;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands about a data folder; picocli mixes it in. */
public final class DataOption {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder (default: common.data-dir, ./data).")
    private @Nullable Path data;

    /** The folder that was named, else the configured one. */
    public DataFolder folder() {
        return DataFolder.of(data);
    }

    /** The folder that was named, if one was. */
    public Optional<Path> named() {
        return Optional.ofNullable(data);
    }
}
