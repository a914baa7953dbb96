package dev.terrane.rpc.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.server.ProbeServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.RawHttp;
import dev.terrane.testing.RawHttp.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** Clients whose requests are answered before their bodies are there, byte by byte. */
class UnreadBodiesTest {
    private static final String ECHO = "/terrane.rpctest.v1alpha1.ProbeService/Echo";
    private static final String NOTHING = "/nothing/here";
    private static final String JSON = "Content-Type: application/json";

    /** Above what the system keeps for a connection on both sides. */
    private static final int LARGE = 24 << 20;

    private static ProbeServer server;

    @BeforeAll
    static void start() {
        server =
                ProbeServer.start(
                        "terrane.common.rpc.request-bytes-max=64KB",
                        "terrane.common.http.discard-time-max=5m");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RawHttp connect(ProbeServer server) throws IOException {
        return RawHttp.connect(server.base().getPort());
    }

    /** Reproduced: the answer was lost in a reset, "broken pipe" was all the client saw. */
    @Test
    void aClientThatWritesItsWholeBodyFirstReadsTheRefusal() throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(ECHO, JSON, "Content-Length: " + LARGE).sendBody(LARGE);

            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.closes()).isTrue();
            assertThat(answer.body()).contains("request message is over 65536 bytes");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void soDoesOneWhoseChunksGrowOverTheLimit() throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(ECHO, JSON, "Transfer-Encoding: chunked").sendChunked(LARGE);

            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.body()).contains("request message is over 65536 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: " + LARGE, "Transfer-Encoding: chunked"})
    void soDoesOneThatCallsWhatIsNotThere(String framing) throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(NOTHING, JSON, framing);
            if (framing.startsWith("Content-Length")) {
                client.sendBody(LARGE);
            } else {
                client.sendChunked(LARGE);
            }

            assertThat(client.answer().status()).isEqualTo(404);
        }
    }

    @Test
    void theRefusalDoesNotWaitForTheBody() throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(NOTHING, "Content-Length: " + LARGE);

            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.closes()).isTrue();
            assertThat(client.isEnded()).isTrue();
            // And what is sent nevertheless is taken in.
            client.sendBody(LARGE);
        }
    }

    @Test
    void whenLittleIsToComeTheConnectionIsKept() throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(NOTHING, "Content-Length: 200000").sendBody(10);
            Answer refused = client.answer();
            client.sendBody(199_990);
            client.post(ECHO, JSON, "Content-Length: 12").send("{\"text\":\"a\"}");

            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.closes()).isFalse();
            Answer next = client.answer();
            assertThat(next.status()).isEqualTo(200);
            assertThat(next.body()).contains("\"text\":\"a\"");
        }
    }

    @Test
    void whoAsksBeforeSendingIsRefusedInsteadOfToldToContinue() throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(ECHO, JSON, "Content-Length: " + LARGE, "Expect: 100-continue");

            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.closes()).isTrue();
            assertThat(client.isEnded()).isTrue();
            // One that loses patience is no worse off.
            client.sendBody(LARGE);
        }
    }

    @Test
    void whoAsksBeforeSendingWhatIsAllowedIsToldToContinue() throws IOException {
        try (RawHttp client = connect(server)) {
            client.post(ECHO, JSON, "Content-Length: 12", "Expect: 100-continue");
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("{\"text\":\"a\"}");
            assertThat(client.answer().status()).isEqualTo(200);
            client.post(ECHO, JSON, "Content-Length: 12").send("{\"text\":\"b\"}");
            assertThat(client.answer().body()).contains("\"text\":\"b\"");
        }
    }

    @Test
    void whoTricklesIsCutWhenTheTimeIsOver() throws IOException {
        try (ProbeServer strict =
                        ProbeServer.start(
                                "terrane.common.http.discard-time-max=1s",
                                "terrane.common.http.discard-bytes-max=1GB");
                RawHttp client = connect(strict)) {
            long start = System.nanoTime();
            client.post(NOTHING, "Content-Length: " + (1 << 30));
            assertThat(client.answer().status()).isEqualTo(404);

            Await.until(
                    Duration.ofSeconds(30), "the connection to be cut", () -> !accepts(client, 1));
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void whoSendsWithoutEndIsCutWhenTheBytesAreOver() throws IOException {
        try (ProbeServer strict =
                        ProbeServer.start(
                                "terrane.common.http.discard-time-max=10m",
                                "terrane.common.http.discard-bytes-max=1MB");
                RawHttp client = connect(strict)) {
            client.post(NOTHING, "Content-Length: " + Long.MAX_VALUE);
            assertThat(client.answer().status()).isEqualTo(404);

            int megabytes = 0;
            while (megabytes < 1024 && accepts(client, 1 << 20)) {
                megabytes++;
            }
            assertThat(megabytes).isBetween(1, 1023);
        }
    }

    private static boolean accepts(RawHttp client, int bytes) {
        try {
            client.sendBody(bytes);
            return true;
        } catch (IOException cut) {
            return false;
        }
    }

    /** Ten threads, of which Jetty takes some for itself, and forty bodies that never end. */
    @Test
    void unreadBodiesHoldNoThreads() throws IOException {
        List<RawHttp> clients = new ArrayList<>();
        try (ProbeServer small =
                ProbeServer.start(
                        "spring.threads.virtual.enabled=false", "server.jetty.threads.max=10")) {
            for (int i = 0; i < 40; i++) {
                RawHttp client = connect(small);
                clients.add(client);
                client.post(NOTHING, "Content-Length: " + LARGE).sendBody(1000);
            }
            for (RawHttp client : clients) {
                assertThat(client.answer().status()).isEqualTo(404);
            }
            try (RawHttp other = connect(small)) {
                other.post(ECHO, JSON, "Content-Length: 12").send("{\"text\":\"a\"}");
                assertThat(other.answer().status()).isEqualTo(200);
            }
            for (RawHttp client : clients) {
                client.close();
            }
        }
    }

    @Test
    void boundsAreChecked() {
        assertThatThrownBy(() -> new DiscardProperties(DataSize.ofBytes(-1), Duration.ofSeconds(1)))
                .hasMessageContaining("common.http.discard-bytes-max");
        for (Duration bad : List.of(Duration.ZERO, Duration.ofMinutes(11))) {
            assertThatThrownBy(() -> new DiscardProperties(DataSize.ofBytes(1), bad))
                    .hasMessageContaining("common.http.discard-time-max");
        }
    }
}
