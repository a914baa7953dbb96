package dev.terrane.gateway.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.tokens.TokenClients.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenClientsTest {
    private static final String SECRET = "s".repeat(43);
    private static final String DEV_SECRET = "d".repeat(43);

    @TempDir Path dir;
    private Path secrets;
    private Path devFile;

    @BeforeEach
    void writeFiles() throws IOException {
        secrets = Files.createDirectory(dir.resolve("secrets"));
        Files.writeString(secrets.resolve("world"), SECRET + "\n");
        devFile = dir.resolve("dev.json");
        Files.writeString(
                devFile, "{\"clientId\":\"dev\",\"clientSecret\":\"" + DEV_SECRET + "\"}");
    }

    private TokenClients clients() {
        return new TokenClients(secrets, devFile);
    }

    @Test
    void aServiceAuthenticatesWithTheContentOfItsSecretFile() {
        assertThat(clients().authenticate("world", SECRET)).contains(Client.SERVICE);
        assertThat(clients().authenticate("world", SECRET + "x")).isEmpty();
        assertThat(clients().authenticate("world", "")).isEmpty();
        assertThat(clients().authenticate("session", SECRET)).isEmpty();
    }

    @Test
    void theDevelopmentClientAuthenticatesWithItsFileOnlyWhileThereIsOne() throws IOException {
        assertThat(clients().authenticate("dev", DEV_SECRET)).contains(Client.DEV);
        assertThat(clients().authenticate("dev", SECRET)).isEmpty();
        assertThat(new TokenClients(secrets, null).authenticate("dev", DEV_SECRET)).isEmpty();
        Files.delete(devFile);
        assertThat(clients().authenticate("dev", DEV_SECRET)).isEmpty();
    }

    @Test
    void anIdCannotNameAFileElsewhere() throws IOException {
        Files.writeString(dir.resolve("outside"), SECRET);
        assertThat(clients().authenticate("../outside", SECRET)).isEmpty();
        assertThat(clients().authenticate(".", SECRET)).isEmpty();
        assertThat(clients().authenticate("", SECRET)).isEmpty();
    }

    @Test
    void shortSecretsAreNoSecrets() throws IOException {
        Files.writeString(secrets.resolve("world"), "short");
        assertThat(clients().authenticate("world", "short")).isEmpty();
        Files.writeString(secrets.resolve("world"), "");
        assertThat(clients().authenticate("world", "")).isEmpty();
    }

    @Test
    void aReplacedSecretCountsAtOnce() throws IOException {
        TokenClients clients = clients();
        Files.writeString(secrets.resolve("world"), "n".repeat(40));
        assertThat(clients.authenticate("world", SECRET)).isEmpty();
        assertThat(clients.authenticate("world", "n".repeat(40))).contains(Client.SERVICE);
    }

    @Test
    void aDamagedDevFileAuthenticatesNobody() throws IOException {
        Files.writeString(devFile, "{\"clientId\":");
        assertThat(clients().authenticate("dev", DEV_SECRET)).isEmpty();
        Files.writeString(devFile, "[]");
        assertThat(clients().authenticate("", "")).isEmpty();
    }
}
