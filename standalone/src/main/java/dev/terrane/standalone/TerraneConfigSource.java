package dev.terrane.standalone;

import dev.terrane.cli.config.ConfigSource;
import dev.terrane.cli.config.Configuration;
import dev.terrane.support.config.ConfigProblem;
import dev.terrane.support.config.ConfigValue;
import dev.terrane.support.config.KnownKey;
import dev.terrane.support.config.KnownKeys;
import dev.terrane.support.config.TerraneConfig;
import java.nio.file.Path;
import java.util.Optional;

/** The services' own reading of the configuration, for the command line. */
public final class TerraneConfigSource implements ConfigSource {
    @Override
    public Configuration load(Optional<Path> file) {
        TerraneConfig config = read(file);
        return new Configuration(
                config.known().all().stream().map(known -> setting(config, known)).toList(),
                config.problems().stream().map(ConfigProblem::toString).toList(),
                data(config));
    }

    static TerraneConfig read(Optional<Path> file) {
        return TerraneConfig.load(
                file.orElse(null),
                System.getenv(),
                KnownKeys.fromClassPath(TerraneConfigSource.class.getClassLoader()));
    }

    static Path data(TerraneConfig config) {
        return config.find("common.data-dir")
                .map(value -> Path.of(value.value()))
                .orElse(Path.of("data"));
    }

    private static Configuration.Setting setting(TerraneConfig config, KnownKey known) {
        Optional<ConfigValue> given = config.find(known.key());
        return new Configuration.Setting(
                known.name(),
                known.variable(),
                known.type(),
                known.description(),
                known.defaultValue(),
                given.map(ConfigValue::shown),
                given.map(value -> value.place().toString()));
    }
}
