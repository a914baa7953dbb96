package dev.terrane.rpc.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.socket.SocketEndpoint;
import dev.terrane.rpc.socket.SocketListener;
import dev.terrane.rpc.socket.SocketRequest;
import dev.terrane.testing.Await;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * The close code reaches a client that goes on sending while it is closed, and one that wakes up
 * late.
 */
class CloseCodeTest {
    private static final int MESSAGE_BYTES_MAX = 256 << 10;
    private static final int FAR_OVER = 4 << 20;
    private static final int ROUNDS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static StreamServer server;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        server = StreamServer.serve(new Closing());
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.shutdownNow();
        server.close();
    }

    @RepeatedTest(ROUNDS)
    void aFragmentedMessageOverTheLimitIsAnsweredWith1009() {
        assertThat(closeOf(100_000, false)).isEqualTo(1009);
    }

    @RepeatedTest(ROUNDS)
    void oneMessageFarOverTheLimitIsAnsweredWith1009() {
        assertThat(closeOf(FAR_OVER, true)).isEqualTo(1009);
    }

    @RepeatedTest(ROUNDS)
    void aCodeOfOursReachesAClientThatIsSending() {
        assertThat(closeOf(100_000, true)).isEqualTo(4429);
    }

    /** The code the client sees, which sends without end. */
    private static int closeOf(int bytes, boolean wholeMessages) {
        Seen seen = new Seen();
        WebSocket socket =
                http.newWebSocketBuilder()
                        .subprotocols(StreamServer.CONTRACT)
                        .buildAsync(
                                URI.create("ws://127.0.0.1:" + server.port() + "/closing"), seen)
                        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join();
        try {
            while (!seen.code.isDone()) {
                socket.sendBinary(ByteBuffer.allocate(bytes), wholeMessages).join();
            }
        } catch (CompletionException e) {
            // The connection is closed now; what was said is what counts.
        }
        try {
            return seen.code.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        } finally {
            socket.abort();
        }
    }

    /** It took nothing for so long that it is closed; then it takes everything. */
    @Test
    void aSubscriberThatWakesUpSeesThatItWasTooSlow() throws Exception {
        EventLog<ByteString> log =
                new EventLog<>(new EventCursor(9, 0), EventLogLimits.defaults(), ByteString::size);
        var strict =
                new EventStreams.Limits(
                        PATIENCE, PATIENCE, Duration.ofMillis(300), PATIENCE.multipliedBy(2), 3);
        try (StreamServer events = StreamServer.of(log, strict);
                Socket slow = events.subscribed()) {
            slow.setSoTimeout((int) PATIENCE.toMillis());
            Await.until(PATIENCE, "subscribed", () -> events.streams().subscribers() == 1);
            ByteString large = ByteString.copyFrom(new byte[64 << 10]);
            Await.until(
                    PATIENCE,
                    "told to go",
                    () -> {
                        // Kernel buffers hide megabytes before the stall shows.
                        log.append(Set.of(), large);
                        return events.streams().ending() == 1;
                    });
            assertThat(closeCode(new DataInputStream(slow.getInputStream()))).isEqualTo(4429);
        }
    }

    /** Reads the answer to the upgrade and every frame, up to the close. */
    private static int closeCode(DataInputStream in) throws IOException {
        int line = 0;
        for (int last = 0; line < 2; ) {
            int now = in.readUnsignedByte();
            if (now == '\n') {
                line = last == '\n' ? 2 : 1;
            }
            last = now == '\r' ? last : now;
        }
        while (true) {
            int opcode = in.readUnsignedByte() & 0x0f;
            int length = in.readUnsignedByte();
            long payload =
                    switch (length) {
                        case 126 -> in.readUnsignedShort();
                        case 127 -> in.readLong();
                        default -> length;
                    };
            if (opcode == 8) {
                return in.readUnsignedShort();
            }
            in.skipNBytes(payload);
        }
    }

    /** Closes at its third message. */
    private static final class Closing implements SocketEndpoint {
        @Override
        public String path() {
            return "/closing";
        }

        @Override
        public Set<String> subprotocols() {
            return Set.of(StreamServer.CONTRACT);
        }

        @Override
        public int messageBytesMax() {
            return MESSAGE_BYTES_MAX;
        }

        @Override
        public SocketListener connect(SocketRequest request) {
            return new SocketListener() {
                private @Nullable Session session;
                private int messages;

                @Override
                protected void onOpen(Session opened) {
                    session = opened;
                }

                @Override
                public void onWebSocketBinary(ByteBuffer message, Callback callback) {
                    callback.succeed();
                    if (++messages == 3 && session != null) {
                        SocketListener.close(session, CommonError.RESOURCE_EXHAUSTED, "enough");
                    }
                }

                @Override
                protected void onClose(int code, String reason) {}
            };
        }
    }

    private static final class Seen implements WebSocket.Listener {
        private final CompletableFuture<Integer> code = new CompletableFuture<>();

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            code.complete(status);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            code.complete(1006);
        }
    }
}
