package dev.terrane.cli.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/** Reads the configuration without starting anything. Found by ServiceLoader. */
public interface ConfigSource {

    /**
     * Reads terrane.yaml and the {@code TERRANE_*} variables. Mistakes do not stop it.
     *
     * @param file the file, instead of terrane.yaml in the working folder
     */
    Configuration load(Optional<Path> file);

    /** The one on the class path, if there is one. */
    static Optional<ConfigSource> find() {
        return ServiceLoader.load(ConfigSource.class).findFirst();
    }

    /** The data folder when no option names one: the configured one, else {@code ./data}. */
    static Path dataFolder() {
        return find().map(source -> source.load(Optional.empty()).data()).orElse(Path.of("data"));
    }
}
