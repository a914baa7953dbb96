package dev.terrane.support.security.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Assertions;

/** One WebSocket upgrade by hand, because the JDK's client hides the refusal's body. */
final class SocketProbe {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int ANSWER_BYTES_MAX = 64 << 10;

    private SocketProbe() {}

    /** What became of the upgrade, in the words of {@link AccessTableContract#outcome}. */
    static String call(URI base, String path, String subprotocol, String token) throws IOException {
        String credential = token.isEmpty() ? "" : ", terrane.bearer." + token;
        String request =
                "GET "
                        + path
                        + " HTTP/1.1\r\n"
                        + "Host: "
                        + base.getAuthority()
                        + "\r\n"
                        + "Connection: Upgrade\r\n"
                        + "Upgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                        + "Sec-WebSocket-Extensions: permessage-deflate\r\n"
                        + "Sec-WebSocket-Protocol: "
                        + subprotocol
                        + credential
                        + "\r\n\r\n";
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String head = head(socket.getInputStream());
            int status = Integer.parseInt(head.split(" ", 3)[1]);
            if (status == 101) {
                String lower = head.toLowerCase(Locale.ROOT);
                Assertions.assertTrue(
                        lower.contains("sec-websocket-protocol: " + subprotocol + "\r\n"), head);
                Assertions.assertFalse(lower.contains("sec-websocket-extensions"), head);
                Assertions.assertFalse(head.contains("terrane.bearer"), head);
                return "admitted";
            }
            String body =
                    new String(
                            socket.getInputStream().readNBytes(length(head)),
                            StandardCharsets.UTF_8);
            return AccessTableContract.outcome(status, body);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.size() > ANSWER_BYTES_MAX) {
                throw new IOException("no answer to the upgrade: " + head);
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.US_ASCII);
    }

    private static int length(String head) {
        for (String line : head.split("\r\n")) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                return Integer.parseInt(line.substring(15).strip());
            }
        }
        return 0;
    }
}
