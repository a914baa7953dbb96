package dev.terrane.support.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service's own token, from a token endpoint of the test's. */
class ClientCredentialsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile int seconds = 3600;
    private HttpServer endpoint;
    private Path secret;
    private ClientCredentials tokens;

    @BeforeEach
    void start() throws IOException {
        endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoint.createContext("/oauth2/token", this::answer);
        endpoint.start();
        secret = Files.writeString(folder.resolve("world"), "first-secret\n");
        tokens =
                new ClientCredentials(
                        URI.create(
                                "http://127.0.0.1:"
                                        + endpoint.getAddress().getPort()
                                        + "/oauth2/token"),
                        "world",
                        secret);
    }

    @AfterEach
    void stop() {
        endpoint.stop(0);
    }

    @Test
    void theTokenIsAskedForAtTheFirstCallAndThenKept() {
        assertThat(asked).isEmpty();
        assertThat(token()).isEqualTo("token-1");
        assertThat(token()).isEqualTo("token-1");
        assertThat(asked).containsExactly("world:first-secret grant_type=client_credentials");
    }

    @Test
    void itIsRenewedBeforeItEndsWithTheSecretOfThatTime() throws IOException {
        seconds = 1;
        assertThat(token()).isEqualTo("token-1");
        Files.writeString(secret, "second-secret");

        Await.until(LONG, "a new token", () -> !token().equals("token-1"));
        assertThat(asked.get(1)).startsWith("world:second-secret ");
    }

    @Test
    void aRefusedTokenIsReplacedAndOnlyThatOne() {
        assertThat(token()).isEqualTo("token-1");
        tokens.refused("another");
        assertThat(token()).isEqualTo("token-1");
        tokens.refused("token-1");
        assertThat(token()).isEqualTo("token-2");
    }

    @Test
    void manyCallsAtOnceAskOnce() {
        List<CompletableFuture<String>> all =
                IntStream.range(0, 20)
                        .mapToObj(i -> CompletableFuture.supplyAsync(this::token))
                        .toList();

        assertThat(all).extracting(CompletableFuture::join).containsOnly("token-1");
        assertThat(asked).hasSize(1);
    }

    @Test
    void withoutATokenTheCallIsUnavailableAndTheNextOneAsksAgain() {
        status = 401;
        assertUnavailable("refused client world with status 401");
        status = 200;
        assertThat(token()).isEqualTo("token-2");
    }

    @Test
    void aMissingSecretIsNamed() throws IOException {
        Files.delete(secret);

        assertUnavailable(secret.toString());
    }

    private void assertUnavailable(String text) {
        assertThatThrownBy(this::token)
                .isInstanceOfSatisfying(
                        RpcException.class,
                        e -> assertThat(e.code()).isEqualTo(RpcCode.UNAVAILABLE))
                .hasMessageContaining(text)
                .hasMessageNotContaining("first-secret");
    }

    private String token() {
        return tokens.token(Deadline.after(LONG)).orElseThrow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String basic = exchange.getRequestHeaders().getFirst("Authorization").substring(6);
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(
                new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8) + " " + body);
        byte[] answer =
                ("{\"access_token\":\"token-"
                                + asked.size()
                                + "\",\"token_type\":\"Bearer\",\"expires_in\":"
                                + seconds
                                + "}")
                        .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }
}
