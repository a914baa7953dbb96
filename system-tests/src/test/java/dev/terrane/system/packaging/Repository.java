package dev.terrane.system.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** Files of the checkout these tests run in. */
final class Repository {
    /** Root folder. */
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Repository() {}

    /** A YAML reader that refuses a key written twice. */
    static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(options);
    }

    /** Text of a file below the root. */
    static String read(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
