package dev.terrane.gateway.tokens;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The clients of the token endpoint: one per secret file (the file's name is the client id, role
 * {@code service}) and the development client of {@code dev.json}. Files are read at each request,
 * so a replaced secret counts at once. Safe for all threads.
 */
public final class TokenClients {
    private static final Pattern CLIENT_ID = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final long FILE_BYTES_MAX = 4096;
    private static final int SECRET_CHARS_MIN = 32;

    private final Path secrets;
    private final @Nullable Path devFile;

    /**
     * @param secrets directory with one file a service
     * @param devFile the development client's file; null refuses it
     */
    public TokenClients(Path secrets, @Nullable Path devFile) {
        this.secrets = secrets;
        this.devFile = devFile;
    }

    /** Who authenticates with this id and secret, if anyone. */
    public Optional<Client> authenticate(String id, String secret) {
        Optional<DevClient> dev = devClient();
        if (dev.isPresent() && dev.get().id().equals(id)) {
            return matches(dev.get().secret(), secret) ? Optional.of(Client.DEV) : Optional.empty();
        }
        if (!CLIENT_ID.matcher(id).matches()) {
            return Optional.empty();
        }
        return read(secrets.resolve(id))
                .filter(expected -> matches(expected, secret))
                .map(_ -> Client.SERVICE);
    }

    private Optional<DevClient> devClient() {
        if (devFile == null) {
            return Optional.empty();
        }
        return read(devFile).flatMap(TokenClients::parseDev);
    }

    private static Optional<DevClient> parseDev(String json) {
        try {
            JsonNode node = JsonMapper.shared().readTree(json);
            String id = node.path("clientId").asString("");
            String secret = node.path("clientSecret").asString("");
            return id.isEmpty() ? Optional.empty() : Optional.of(new DevClient(id, secret));
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > FILE_BYTES_MAX) {
                return Optional.empty();
            }
            return Optional.of(Files.readString(file).strip());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("client secret " + file, e);
        }
    }

    /** Compares digests, so that neither length nor common prefix shows in the time taken. */
    private static boolean matches(String expected, String given) {
        return expected.length() >= SECRET_CHARS_MIN
                && MessageDigest.isEqual(sha256(expected), sha256(given));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** What an authenticated client may ask for. */
    public enum Client {
        /** A service: a token of role {@code service} whose subject is its name. */
        SERVICE,
        /** The development client: any subject, claims and roles except {@code service}. */
        DEV
    }

    private record DevClient(String id, String secret) {}
}
