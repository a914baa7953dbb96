package dev.terrane.support.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.probe.ProbeServer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients whose bodies do not come. */
class SlowBodiesWebTest {
    private static final int SLOW_CLIENTS = 400;

    @TempDir static Path folder;

    @Test
    void manyOfThemStopNobodyElse() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (ProbeServer server = ProbeServer.start(folder)) {
            String request =
                    "POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n"
                            + "Content-Type: application/json\r\nAuthorization: Bearer "
                            + server.issuer().token("editor")
                            + "\r\n\r\n";
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                slow.add(socket);
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            }

            for (int i = 0; i < 20; i++) {
                assertThat(
                                server.postJson(
                                                "/api/v1/things",
                                                "{\"name\":\"a\",\"count\":1}",
                                                "editor")
                                        .status())
                        .isEqualTo(200);
            }
            // Before the server stops, which waits for requests that are on their way.
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }
}
