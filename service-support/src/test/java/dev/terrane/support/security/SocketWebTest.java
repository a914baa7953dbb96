package dev.terrane.support.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.support.probe.ProbeApp;
import dev.terrane.support.probe.ProbeServer;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Credentials of WebSocket connections, judged at the upgrade. */
class SocketWebTest {
    @TempDir static Path folder;
    private static ProbeServer server;

    @BeforeAll
    static void start() {
        server = ProbeServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aBearerInTheSubprotocolListOpensAndOnlyTheContractIsEchoed() throws Exception {
        Inbox inbox = new Inbox();
        WebSocket socket =
                connect(inbox, "a", "terrane.bearer." + server.issuer().token("operator"), "");

        assertThat(socket.getSubprotocol()).isEqualTo(ProbeApp.SOCKET);
        assertThat(inbox.next()).isEqualTo("test@a");
        socket.sendText("again", true).join();
        assertThat(inbox.next()).isEqualTo("again");
        socket.abort();
    }

    @Test
    void aBearerInTheAuthorizationHeaderOpens() throws Exception {
        Inbox inbox = new Inbox();
        WebSocket socket = connect(inbox, "b", "", server.issuer().token("service"));

        assertThat(inbox.next()).isEqualTo("test@b");
        socket.abort();
    }

    @Test
    void aTicketOpensAsWhoItWasGivenTo() throws Exception {
        Inbox inbox = new Inbox();
        WebSocket socket = connect(inbox, "c", "terrane.ticket." + ProbeApp.GOOD_TICKET, "");

        assertThat(inbox.next()).isEqualTo("ticketed@c");
        socket.abort();
    }

    @Test
    void withoutAGoodCredentialThereIsNoUpgrade() {
        refused(401, "a", "", "");
        refused(401, "a", "terrane.bearer.abc", "");
        refused(401, "a", "terrane.ticket." + "B".repeat(43), "");
        refused(401, "a", "terrane.ticket.short", "");
        refused(403, "a", "terrane.bearer." + server.issuer().token("player"), "");
    }

    @Test
    void theEndpointMayRefuseBeforeAnyFrame() {
        refused(404, "closed", "", server.issuer().token("operator"));
    }

    @Test
    void aContractNobodySpeaksIsRefused() {
        assertThatThrownBy(
                        () ->
                                server.http()
                                        .newWebSocketBuilder()
                                        .subprotocols("terrane.nothing.v1")
                                        .header(
                                                "Authorization",
                                                "Bearer " + server.issuer().token("operator"))
                                        .buildAsync(uri("a"), new Inbox())
                                        .join())
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(400));
    }

    @Test
    void aForeignPageIsRefusedWhateverItsToken() {
        assertThatThrownBy(
                        () ->
                                server.http()
                                        .newWebSocketBuilder()
                                        .subprotocols(ProbeApp.SOCKET)
                                        .header("Origin", "https://evil.example.org")
                                        .header(
                                                "Authorization",
                                                "Bearer " + server.issuer().token("operator"))
                                        .buildAsync(uri("a"), new Inbox())
                                        .join())
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(403));
    }

    @Test
    void theConnectionEndsWithItsToken() throws Exception {
        Inbox inbox = new Inbox();
        String token =
                server.issuer()
                        .token(
                                "short",
                                Map.of(
                                        "roles",
                                        List.of("operator"),
                                        "exp",
                                        Instant.now().getEpochSecond() + 3));
        connect(inbox, "d", "", token);

        // On a slow machine it ends before the first message.
        String told = inbox.next();
        assertThat(told.equals("short@d") ? inbox.next() : told)
                .startsWith("closed 4401 UNAUTHENTICATED");
    }

    @Test
    void aMessageOverTheLimitEndsTheConnection() throws Exception {
        Inbox inbox = new Inbox();
        WebSocket socket = connect(inbox, "e", "", server.issuer().token("operator"));
        assertThat(inbox.next()).isEqualTo("test@e");

        socket.sendText("x".repeat(1025), true).join();

        assertThat(inbox.next()).startsWith("closed 1009");
    }

    private static WebSocket connect(Inbox inbox, String room, String credential, String token) {
        WebSocket.Builder builder = server.http().newWebSocketBuilder();
        if (!token.isEmpty()) {
            builder.header("Authorization", "Bearer " + token);
        }
        String[] rest = credential.isEmpty() ? new String[0] : new String[] {credential};
        return builder.subprotocols(ProbeApp.SOCKET, rest).buildAsync(uri(room), inbox).join();
    }

    private static void refused(int status, String room, String credential, String token) {
        assertThatThrownBy(() -> connect(new Inbox(), room, credential, token))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(status));
    }

    private static URI uri(String room) {
        return URI.create("ws://127.0.0.1:" + server.port() + "/probe/" + room + "/connect");
    }

    /** What came, in order. */
    private static final class Inbox implements WebSocket.Listener {
        private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

        String next() throws InterruptedException {
            return String.valueOf(messages.poll(30, TimeUnit.SECONDS));
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            messages.add(data.toString());
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            messages.add("closed " + code + " " + reason);
            return null;
        }
    }
}
