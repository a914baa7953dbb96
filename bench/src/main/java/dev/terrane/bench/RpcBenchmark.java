package dev.terrane.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.GetChunkRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.server.RpcService;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A unary call that returns a chunk image of 4 KiB, by the Connect client and server of shared-rpc;
 * beside it the JDK's HTTP client and a plain Jetty handler that move the same bytes. One
 * connection and one caller each.
 */
final class RpcBenchmark {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int IMAGE_BYTES = 4096;
    private static final String PEER = "plain Jetty handler, same bytes";
    private static final GetChunkRequest REQUEST =
            GetChunkRequest.newBuilder()
                    .setKey(ChunkKey.newBuilder().setWorld("world").setRoom("room").setCx(1))
                    .build();
    private static final GetChunkResponse RESPONSE =
            GetChunkResponse.newBuilder()
                    .setChunk(
                            Chunk.newBuilder()
                                    .setKey(REQUEST.getKey())
                                    .setImage(ByteString.copyFrom(new byte[IMAGE_BYTES])))
                    .build();

    private RpcBenchmark() {}

    static List<Row> run(Rounds rounds, PrintWriter log) throws Exception {
        ServiceDescriptor service =
                WorldOuterClass.getDescriptor().findServiceByName("ChunkService");
        MethodDescriptor method = service.findMethodByName("GetChunk");
        try (ConfigurableApplicationContext connect = connectServer();
                PlainServer plain = PlainServer.start();
                RpcClient client = new RpcClient(address(connect), TokenSource.none());
                HttpClient raw =
                        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(plain.address())
                            .header("Content-Type", "application/proto")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(REQUEST.toByteArray()))
                            .build();
            Rounds.Outcome outcome =
                    rounds.run(
                            "connect",
                            () ->
                                    client.call(
                                            method,
                                            REQUEST,
                                            GetChunkResponse.getDefaultInstance(),
                                            TIMEOUT),
                            "raw http",
                            () -> raw.send(request, HttpResponse.BodyHandlers.ofByteArray()),
                            log);
            return List.of(
                    new Row("rpc.connect", outcome.ours(), "calls/s", PEER),
                    new Row("rpc.raw_http", outcome.peer(), "calls/s", "none"),
                    new Row("ratio.connect_vs_raw_http", outcome.ratio(), "ratio", PEER));
        }
    }

    private static URI address(ConfigurableApplicationContext context) {
        WebServer server = ((WebServerApplicationContext) context).getWebServer();
        int port = Objects.requireNonNull(server).getPort();
        return URI.create("http://127.0.0.1:" + port);
    }

    private static ConfigurableApplicationContext connectServer() {
        SpringApplication application = new SpringApplication(ConnectServer.class);
        application.setRegisterShutdownHook(false);
        return application.run(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.threads.virtual.enabled=true",
                "--logging.level.root=ERROR");
    }

    private record PlainServer(Server server) implements AutoCloseable {
        static PlainServer start() throws Exception {
            Server server = new Server();
            ServerConnector connector = new ServerConnector(server);
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            server.setHandler(new PlainHandler(RESPONSE.toByteArray()));
            server.start();
            return new PlainServer(server);
        }

        URI address() {
            return server.getURI().resolve("/");
        }

        @Override
        public void close() {
            LifeCycle.stop(server);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ConnectServer {
        /** GetChunk answers; a service binds all its methods, so the others refuse. */
        @Bean
        RpcService chunkService() {
            ServiceDescriptor chunks =
                    WorldOuterClass.getDescriptor().findServiceByName("ChunkService");
            RpcService.Builder service = RpcService.of(chunks);
            service.unary("GetChunk", GetChunkRequest.getDefaultInstance(), (_, _) -> RESPONSE);
            for (MethodDescriptor method : chunks.getMethods()) {
                if (!method.getName().equals("GetChunk")) {
                    service.unary(
                            method.getName(),
                            DynamicMessage.getDefaultInstance(method.getInputType()),
                            (_, _) -> {
                                throw new UnsupportedOperationException(method.getFullName());
                            });
                }
            }
            return service.build();
        }
    }

    /** Reads the request to its end and answers with fixed bytes. */
    private static final class PlainHandler extends Handler.Abstract {
        private final byte[] answer;

        PlainHandler(byte[] answer) {
            this.answer = answer;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws Exception {
            Content.Source.asByteBuffer(request);
            response.getHeaders().put("Content-Type", "application/proto");
            response.write(true, ByteBuffer.wrap(answer), callback);
            return true;
        }
    }
}
