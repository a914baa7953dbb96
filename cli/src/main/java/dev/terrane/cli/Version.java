package dev.terrane.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version this was built as, from a resource Maven fills in. */
public final class Version implements IVersionProvider {
    /** For example {@code 0.1.0-SNAPSHOT}. */
    public static String current() {
        try (InputStream resource = Version.class.getResourceAsStream("version.properties")) {
            if (resource == null) {
                throw new IllegalStateException("version.properties is not in the jar");
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "terrane " + current(), "java " + Runtime.version(),
        };
    }
}
