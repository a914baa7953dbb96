package dev.terrane.support.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Landed migrations are never edited: databases that ran them would refuse to start. Each service
 * lists its migrations in the test resource {@code migrations.sha256}, a line {@code <SHA-256>
 * <kind>/<file>} each; a migration that differs from its line, lost it, or has none fails. Only a
 * new migration gets a new line.
 */
public abstract class MigrationsContract {
    private final String service;

    /** For the migrations of a service: schema, world, session or gateway. */
    protected MigrationsContract(String service) {
        this.service = service;
    }

    @Test
    void landedMigrationsAreAsTheyWereReleased() throws IOException {
        Map<String, String> present = present();
        assertThat(present).as("migrations of " + service).isNotEmpty();
        assertThat(present).as("migrations.sha256 of " + service).isEqualTo(listed());
    }

    @Test
    void bothDatabasesHaveTheSameMigrations() throws IOException {
        assertThat(present().keySet())
                .filteredOn(name -> name.startsWith("sqlite/"))
                .extracting(name -> name.substring("sqlite/".length()))
                .containsExactlyElementsOf(
                        present().keySet().stream()
                                .filter(name -> name.startsWith("postgresql/"))
                                .map(name -> name.substring("postgresql/".length()))
                                .toList());
    }

    private Map<String, String> present() throws IOException {
        Map<String, String> found = new TreeMap<>();
        String prefix = "db/migration/" + service + "/";
        for (Resource file :
                new PathMatchingResourcePatternResolver()
                        .getResources("classpath*:" + prefix + "*/*.sql")) {
            String url = file.getURL().toString();
            String name = url.substring(url.lastIndexOf(prefix) + prefix.length());
            found.put(name, sha256(file.getContentAsByteArray()));
        }
        return found;
    }

    private Map<String, String> listed() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (InputStream list = getClass().getResourceAsStream("/migrations.sha256")) {
            assertThat(list).as("test resource migrations.sha256").isNotNull();
            for (String line :
                    new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                String[] parts = line.strip().split("\\s+", 2);
                if (parts.length == 2) {
                    found.put(parts[1], parts[0]);
                }
            }
        }
        return found;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
