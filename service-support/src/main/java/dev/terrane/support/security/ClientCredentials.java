package dev.terrane.support.security;

import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.wire.ConnectError;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * This service's own token, by the client-credentials grant (RFC 6749 §4.4): asked for at the first
 * call, never at start, kept to 80 % of its life, asked for by one thread at a time. The secret is
 * read from its file at each renewal, so a replaced one counts. For all threads.
 */
public final class ClientCredentials implements TokenSource {
    private static final String NAME = "token endpoint";
    private static final Duration ASK_MAX = Duration.ofSeconds(5);
    private static final int ANSWER_BYTES_MAX = 64 << 10;

    private final URI tokenUrl;
    private final String clientId;
    private final Path secretFile;
    private final HttpClient http;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Kept kept;

    private record Kept(String token, Deadline until) {}

    /** Tokens of this client from this endpoint. */
    public ClientCredentials(URI tokenUrl, String clientId, Path secretFile) {
        this.tokenUrl = tokenUrl;
        this.clientId = clientId;
        this.secretFile = secretFile;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(2))
                        .build();
    }

    @Override
    public Optional<String> token(Deadline deadline) {
        Kept now = kept;
        if (now != null && !now.until().isPast()) {
            return Optional.of(now.token());
        }
        try {
            if (!asking.tryLock(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)) {
                throw failure(RpcCode.DEADLINE_EXCEEDED, "no token within the deadline", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(RpcCode.CANCELED, "interrupted while waiting for a token", e);
        }
        try {
            Kept again = kept;
            if (again == null || again.until().isPast()) {
                again = ask(deadline);
                kept = again;
            }
            return Optional.of(again.token());
        } finally {
            asking.unlock();
        }
    }

    @Override
    public void refused(String token) {
        Kept now = kept;
        if (now != null && now.token().equals(token)) {
            kept = null;
        }
    }

    private Kept ask(Deadline deadline) {
        HttpResponse<byte[]> reply;
        try {
            Duration left = deadline.remaining();
            HttpRequest request =
                    HttpRequest.newBuilder(tokenUrl)
                            .timeout(left.compareTo(ASK_MAX) < 0 ? left : ASK_MAX)
                            .header("Authorization", "Basic " + basic())
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                            .build();
            reply =
                    http.send(
                            request,
                            BodyHandlers.limiting(BodyHandlers.ofByteArray(), ANSWER_BYTES_MAX));
        } catch (IOException | IllegalArgumentException e) {
            throw failure(RpcCode.UNAVAILABLE, tokenUrl + " gave no token: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(RpcCode.CANCELED, "interrupted while waiting for a token", e);
        }
        if (reply.statusCode() != 200) {
            throw failure(
                    RpcCode.UNAVAILABLE,
                    tokenUrl
                            + " refused client "
                            + clientId
                            + " with status "
                            + reply.statusCode()
                            + " (secret file "
                            + secretFile
                            + ")",
                    null);
        }
        return parse(reply.body());
    }

    private Kept parse(byte[] body) {
        try {
            JsonNode json = JsonMapper.shared().readTree(body);
            String token = json.path("access_token").asString("");
            long seconds = json.path("expires_in").asLong(0);
            if (token.isEmpty() || seconds < 1) {
                throw failure(RpcCode.UNAVAILABLE, tokenUrl + " sent no token", null);
            }
            return new Kept(token, Deadline.after(Duration.ofMillis(seconds * 800)));
        } catch (JacksonException e) {
            throw failure(RpcCode.UNAVAILABLE, tokenUrl + " sent no JSON", e);
        }
    }

    private String basic() throws IOException {
        String pair = encode(clientId) + ":" + encode(Files.readString(secretFile).strip());
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static RpcException failure(RpcCode code, String text, @Nullable Throwable cause) {
        return new RpcException(NAME, new ConnectError(code, text, List.of()), cause);
    }
}
