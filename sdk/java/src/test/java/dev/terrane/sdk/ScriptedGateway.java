package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One WebSocket connection on loopback whose server side the test plays: RFC 6455 as far as the
 * client needs it.
 */
final class ScriptedGateway implements AutoCloseable {
    private final ServerSocket server;
    private final int upgradeStatus;
    private final BlockingQueue<ClientMessage> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Socket> connected = new LinkedBlockingQueue<>();
    private final BlockingQueue<byte[]> pings = new LinkedBlockingQueue<>();
    private Socket socket = new Socket();

    /** Answers the upgrade with 101, or refuses it with another status. */
    ScriptedGateway(int upgradeStatus) throws IOException {
        this.upgradeStatus = upgradeStatus;
        this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Waits for the client's next ping, which was answered. */
    void awaitPing() throws InterruptedException {
        if (pings.poll(30, TimeUnit.SECONDS) == null) {
            throw new AssertionError("the client sent no ping within 30 s");
        }
    }

    URI url() {
        return URI.create("http://localhost:" + server.getLocalPort());
    }

    /** Head of the upgrade request. */
    String request() throws InterruptedException {
        return String.valueOf(requests.poll(20, TimeUnit.SECONDS));
    }

    /** The next message of the client. */
    ClientMessage next() throws InterruptedException {
        ClientMessage message = received.poll(20, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("the client sent nothing within 20 s");
        }
        return message;
    }

    void send(ServerMessage message) throws Exception {
        byte[] payload = message.toByteArray();
        var frame = ByteBuffer.allocate(payload.length + 10).put((byte) 0x82);
        if (payload.length < 126) {
            frame.put((byte) payload.length);
        } else {
            frame.put((byte) 126).putShort((short) payload.length);
        }
        write(frame.put(payload));
    }

    void close(int code) throws Exception {
        write(ByteBuffer.allocate(4).put((byte) 0x88).put((byte) 2).putShort((short) code));
    }

    @Override
    public void close() throws IOException {
        server.close();
        socket.close();
    }

    private void write(ByteBuffer frame) throws Exception {
        if (!socket.isConnected()) {
            socket = connected.poll(20, TimeUnit.SECONDS);
        }
        OutputStream out = socket.getOutputStream();
        var bytes = new byte[frame.flip().remaining()];
        frame.get(bytes);
        out.write(bytes);
        out.flush();
    }

    private void serve() {
        try (Socket accepted = server.accept()) {
            var in = new DataInputStream(accepted.getInputStream());
            String head = head(in);
            accepted.getOutputStream().write(answer(head).getBytes(StandardCharsets.US_ASCII));
            accepted.getOutputStream().flush();
            requests.add(head);
            connected.add(accepted);
            while (read(in, accepted.getOutputStream())) {
                // Every message is queued as it comes.
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    private boolean read(DataInputStream in, OutputStream out) throws IOException {
        int opcode = in.readUnsignedByte() & 0x0F;
        int length = in.readUnsignedByte() & 0x7F;
        if (length == 126) {
            length = in.readUnsignedShort();
        }
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes(length);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i % 4];
        }
        if (opcode == 9) {
            out.write(new byte[] {(byte) 0x8A, 0});
            out.flush();
            pings.add(payload);
        } else if (opcode == 2) {
            ClientMessage message = ClientMessage.parseFrom(payload);
            received.add(message);
            if (message.hasLeave()) {
                farewell(out);
            }
        }
        return opcode != 8;
    }

    private static void farewell(OutputStream out) throws IOException {
        out.write(new byte[] {(byte) 0x88, 2, 0x03, (byte) 0xE8});
        out.flush();
    }

    private String answer(String head) {
        if (upgradeStatus != 101) {
            return "HTTP/1.1 " + upgradeStatus + " Refused\r\nContent-Length: 0\r\n\r\n";
        }
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Protocol: "
                + StageClient.SUBPROTOCOL
                + "\r\n"
                + "Sec-WebSocket-Accept: "
                + accept(head)
                + "\r\n\r\n";
    }

    private static String accept(String head) {
        String key =
                head.lines()
                        .filter(
                                line ->
                                        line.toLowerCase(Locale.ROOT)
                                                .startsWith("sec-websocket-key:"))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .findFirst()
                        .orElseThrow();
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1")
                            .digest(
                                    (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                                            .getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String head(DataInputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }
}
