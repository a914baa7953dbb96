package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.jetty.LingerLimits;
import dev.terrane.rpc.socket.SocketEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** A real Jetty that serves one event stream, or whatever endpoint a test hands in. */
final class StreamServer implements AutoCloseable {
    static final String CONTRACT = "terrane.probe-events.v1";

    /** A busy machine keeps them; few subscribers, so that there is an end to the room. */
    static final EventStreams.Limits LIMITS =
            new EventStreams.Limits(
                    Duration.ofSeconds(20),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(6),
                    Duration.ofSeconds(2),
                    3);

    /** A busy machine may need long to read what it was sent. */
    private static final LingerLimits PATIENT =
            new LingerLimits(Duration.ofSeconds(60), 64L << 20, 100);

    private final ConfigurableApplicationContext context;
    private final SocketEndpoint endpoint;

    private StreamServer(ConfigurableApplicationContext context, SocketEndpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
    }

    static StreamServer of(EventLog<ByteString> log) {
        return of(log, LIMITS);
    }

    static StreamServer of(EventLog<ByteString> log, EventStreams.Limits limits) {
        EventSource source = (caller, topic, options) -> EventSource.Feed.of(log, topic);
        return serve(new EventStreams(Map.of(CONTRACT, source), limits));
    }

    static StreamServer serve(EventSource source) {
        return serve(new EventStreams(Map.of(CONTRACT, source), LIMITS));
    }

    static StreamServer serve(SocketEndpoint endpoint) {
        SpringApplication app = new SpringApplication(App.class);
        app.setRegisterShutdownHook(false);
        app.addInitializers(
                context ->
                        ((GenericApplicationContext) context)
                                .registerBean(SocketEndpoint.class, () -> endpoint));
        app.addInitializers(
                context ->
                        ((GenericApplicationContext) context)
                                .registerBean(LingerLimits.class, () -> PATIENT));
        return new StreamServer(
                app.run(
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=WARN"),
                endpoint);
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + port());
    }

    EventStreams streams() {
        return (EventStreams) endpoint;
    }

    /** A connection that may subscribe, by hand: what it does not read, nobody does. */
    Socket upgraded() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
        String request =
                "GET /events HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                        + "Sec-WebSocket-Protocol: "
                        + CONTRACT
                        + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The same, subscribed. */
    Socket subscribed() throws IOException {
        Socket socket = upgraded();
        // A masked binary frame of no bytes: an empty StreamRequest.
        socket.getOutputStream().write(new byte[] {(byte) 0x82, (byte) 0x80, 0, 0, 0, 0});
        return socket;
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {}
}
