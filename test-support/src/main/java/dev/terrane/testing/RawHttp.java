package dev.terrane.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * A connection to a local HTTP server whose caller decides byte by byte what is sent and when the
 * answer is read: for clients that are slow, careless or hostile. Reads fail after 30 seconds
 * without a byte. For one thread at a time.
 */
public final class RawHttp implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CHUNK = 64 << 10;
    private static final String CLOSES = "\r\nconnection: close\r\n";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /**
     * An answer.
     *
     * @param head status line and headers
     * @param body what follows, as long as the headers say
     */
    public record Answer(String head, String body) {
        public int status() {
            return Integer.parseInt(head.split(" ", 3)[1]);
        }

        /** Whether the server says that the connection ends. */
        public boolean closes() {
            return head.toLowerCase(Locale.ROOT).contains(CLOSES);
        }
    }

    /** Connects to a port of this machine. */
    public static RawHttp connect(int port) throws IOException {
        return new RawHttp(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Sends this text as it is. */
    public RawHttp send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /**
     * Sends the head of a POST.
     *
     * @param headers each {@code Name: value}
     */
    public RawHttp post(String path, String... headers) throws IOException {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return send(head.append("\r\n").toString());
    }

    /** Sends so many spaces. */
    public RawHttp sendBody(long bytes) throws IOException {
        byte[] piece = spaces((int) Math.min(bytes, CHUNK));
        for (long left = bytes; left > 0; left -= piece.length) {
            out.write(piece, 0, (int) Math.min(left, piece.length));
        }
        return this;
    }

    /** Sends this text as one chunk. */
    public RawHttp sendChunk(String text) throws IOException {
        return sendChunk(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends so many spaces in chunks, and the end of the body. */
    public RawHttp sendChunked(long bytes) throws IOException {
        for (long left = bytes; left > 0; left -= CHUNK) {
            sendChunk(spaces((int) Math.min(left, CHUNK)));
        }
        return send("0\r\n\r\n");
    }

    private RawHttp sendChunk(byte[] piece) throws IOException {
        send(Integer.toHexString(piece.length) + "\r\n");
        out.write(piece);
        return send("\r\n");
    }

    private static byte[] spaces(int count) {
        byte[] piece = new byte[count];
        Arrays.fill(piece, (byte) ' ');
        return piece;
    }

    /** Reads one answer, interim ones too, and leaves the connection as it is. */
    public Answer answer() throws IOException {
        StringBuilder lines = new StringBuilder();
        while (!lines.toString().endsWith("\r\n\r\n")) {
            lines.append(line());
        }
        String head = lines.toString();
        String lower = head.toLowerCase(Locale.ROOT);
        String length = "\r\ncontent-length:";
        byte[] body = new byte[0];
        if (lower.contains("\r\ntransfer-encoding: chunked\r\n")) {
            body = chunks();
        } else if (lower.contains(length)) {
            int from = lower.indexOf(length) + length.length();
            body = bytes(Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip()));
        } else if (lower.contains(CLOSES)) {
            body = in.readAllBytes();
        }
        return new Answer(head, new String(body, StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = -1; size != 0; ) {
            size = Integer.parseInt(line().strip(), 16);
            all.write(bytes(size));
            line();
        }
        return all.toByteArray();
    }

    private byte[] bytes(int count) throws IOException {
        byte[] read = in.readNBytes(count);
        if (read.length < count) {
            throw new EOFException("the connection ended after " + read.length + " of " + count);
        }
        return read;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.isEmpty() || line.charAt(line.length() - 1) != '\n') {
            int value = in.read();
            if (value < 0) {
                throw new EOFException("the connection ended within: \"" + line + "\"");
            }
            line.append((char) value);
        }
        return line.toString();
    }

    /** Whether the server ended its side, without more to read. Waits for it. */
    public boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
