package dev.terrane.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.world.v1alpha1.Box;
import dev.terrane.proto.world.v1alpha1.ChunkSize;
import dev.terrane.proto.world.v1alpha1.DefinitionConflict;
import dev.terrane.proto.world.v1alpha1.GetRoomResponse;
import dev.terrane.proto.world.v1alpha1.GetWorldResponse;
import dev.terrane.proto.world.v1alpha1.Point;
import dev.terrane.proto.world.v1alpha1.Room;
import dev.terrane.proto.world.v1alpha1.UpdateRoomRequest;
import dev.terrane.proto.world.v1alpha1.UpdateRoomResponse;
import dev.terrane.proto.world.v1alpha1.UpdateWorldRequest;
import dev.terrane.proto.world.v1alpha1.UpdateWorldResponse;
import dev.terrane.proto.world.v1alpha1.World;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands that change worlds and rooms, before a gateway that answers as one would. */
class DefinitionCommandTest {
    private static final Room ROOM =
            Room.newBuilder()
                    .setWorld("isle")
                    .setId("main")
                    .setName("Hall")
                    .setBounds(Box.newBuilder().setMin(point(-4, 0, 0)).setMax(point(64, 32, 1)))
                    .setRevision(7)
                    .setEtag("7-0123456789abcdef")
                    .build();
    private static final World WORLD =
            World.newBuilder()
                    .setId("isle")
                    .setName("Isle")
                    .setChunkSize(ChunkSize.newBuilder().setX(16).setY(16).setZ(1))
                    .setOrigin(point(0, 0, 0))
                    .setRevision(7)
                    .setEtag("7-0123456789abcdef")
                    .build();

    private final List<Message> asked = new ArrayList<>();
    private HttpServer gateway;
    private String refusal = "";

    @BeforeEach
    void start() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", this::answer);
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
    }

    private static Point point(double x, double y, double z) {
        return Point.newBuilder().setX(x).setY(y).setZ(z).build();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        Message reply =
                switch (path.substring(path.lastIndexOf('/') + 1)) {
                    case "GetRoom" -> GetRoomResponse.newBuilder().setRoom(ROOM).build();
                    case "GetWorld" -> GetWorldResponse.newBuilder().setWorld(WORLD).build();
                    case "UpdateRoom" -> {
                        asked.add(UpdateRoomRequest.parseFrom(body));
                        yield UpdateRoomResponse.newBuilder()
                                .setRoom(ROOM.toBuilder().setRevision(8))
                                .setChanged(true)
                                .build();
                    }
                    case "UpdateWorld" -> {
                        asked.add(UpdateWorldRequest.parseFrom(body));
                        yield UpdateWorldResponse.newBuilder().setWorld(WORLD).build();
                    }
                    default -> throw new IOException("not asked for: " + path);
                };
        boolean refused = !refusal.isEmpty() && path.contains("/Update");
        byte[] bytes = refused ? refusal.getBytes(StandardCharsets.UTF_8) : reply.toByteArray();
        exchange.getResponseHeaders()
                .set("Content-Type", refused ? "application/json" : "application/proto");
        exchange.sendResponseHeaders(refused ? 409 : 200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private Cli run(String... arguments) {
        return Cli.run(
                Stream.concat(
                                Stream.of(arguments),
                                Stream.of(
                                        "--token",
                                        "t",
                                        "--url",
                                        "http://localhost:" + gateway.getAddress().getPort()))
                        .toArray(String[]::new));
    }

    private static String refusal(String code, String text, Message... details) {
        String list =
                Stream.of(details)
                        .map(
                                detail ->
                                        "{\"type\":\"%s\",\"value\":\"%s\"}"
                                                .formatted(
                                                        detail.getDescriptorForType().getFullName(),
                                                        Base64.getEncoder()
                                                                .withoutPadding()
                                                                .encodeToString(
                                                                        detail.toByteArray())))
                        .collect(Collectors.joining(","));
        return "{\"code\":\"%s\",\"message\":\"%s\",\"details\":[%s]}".formatted(code, text, list);
    }

    private static ErrorInfo info(String code, String pointer) {
        return ErrorInfo.newBuilder()
                .setCode(code)
                .setByteOffset(-1)
                .setPointer(pointer)
                .putExtras("chunk", "isle:main:1:0:0")
                .build();
    }

    @Test
    void aRoomIsChangedAsItIsNow() {
        Cli done =
                run(
                        "room", "update", "main", "--world", "isle", "--name", "Hall", "--min",
                        "-4,0,0");

        assertThat(done.exit()).as(done.err()).isZero();
        assertThat(done.out().strip())
                .isEqualTo(
                        "room main of world isle at revision 8: 'Hall' from -4.0, 0.0, 0.0 to 64.0,"
                                + " 32.0, 1.0");
        assertThat(asked)
                .containsExactly(
                        UpdateRoomRequest.newBuilder()
                                .setWorld("isle")
                                .setRoom("main")
                                .setExpectedEtag("7-0123456789abcdef")
                                .setName("Hall")
                                .setBounds(Box.newBuilder().setMin(point(-4, 0, 0)))
                                .build());
    }

    @Test
    void aWorldIsChangedAtTheStateNamed() {
        Cli done =
                run(
                        "world",
                        "update",
                        "isle",
                        "--chunk-size",
                        "16x16x1",
                        "--origin",
                        "0.5,0,0",
                        "--etag",
                        "3-0123456789abcdef",
                        "--format",
                        "json");

        assertThat(done.exit()).as(done.err()).isZero();
        assertThat(done.out()).contains("\"chunkSize\" : [ 16, 16, 1 ]", "\"changed\" : false");
        assertThat(asked)
                .containsExactly(
                        UpdateWorldRequest.newBuilder()
                                .setWorld("isle")
                                .setExpectedEtag("3-0123456789abcdef")
                                .setChunkSize(ChunkSize.newBuilder().setX(16).setY(16).setZ(1))
                                .setOrigin(point(0.5, 0, 0))
                                .build());
    }

    @Test
    void whatWouldLieOutsideIsListed() {
        refusal =
                refusal(
                        "failed_precondition",
                        "room isle:main cannot reach",
                        info("ROOM_CONTENT_OUTSIDE", "/bounds/max/x"),
                        info("ROOM_CONTENT_OUTSIDE", "/bounds/max/x"));

        Cli refused = run("room", "update", "main", "--world", "isle", "--max", "32,32,1");

        assertThat(refused.exit()).isEqualTo(ExitCode.NO);
        assertThat(refused.err())
                .contains(
                        "ROOM_CONTENT_OUTSIDE: room isle:main cannot reach",
                        "  /bounds/max/x {chunk=isle:main:1:0:0}");
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void aStaleChangeIsToldTheRevisionThatIs() {
        refusal =
                refusal(
                        "aborted",
                        "at revision 9",
                        info("DEFINITION_STALE", ""),
                        DefinitionConflict.newBuilder()
                                .setCurrentRevision(9)
                                .setCurrentEtag("9-fedcba9876543210")
                                .build());

        Cli refused = run("world", "update", "isle", "--name", "x", "--etag", "3-0");

        assertThat(refused.exit()).isEqualTo(ExitCode.NO);
        assertThat(refused.err())
                .contains("now at revision 9, 9-fedcba9876543210", "DEFINITION_STALE");
    }

    @Test
    void whatIsNoChangeIsAMistakeOfTheCommandLine() {
        for (List<String> arguments :
                List.of(
                        List.of("room", "update", "main", "--world", "isle"),
                        List.of("room", "update", "main", "--name", "x"),
                        List.of("room", "update", "main", "--world", "isle", "--max", "1,2"),
                        List.of("room", "update", "main", "--world", "isle", "--max", "1,2,x"),
                        List.of("world", "update", "isle"),
                        List.of("world", "update", "isle", "--chunk-size", "16,16,1"),
                        List.of("world", "update", "isle", "--chunk-size", "16x16.5x1"),
                        List.of("world", "update", "isle", "--name", "x", "--revision", "3"))) {
            Cli result = run(arguments.toArray(String[]::new));
            assertThat(result.exit()).as(arguments + result.err()).isEqualTo(ExitCode.USAGE);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void withoutAGatewayItSaysSo() {
        gateway.stop(0);

        Cli result = run("world", "update", "isle", "--name", "x", "--etag", "1-0");

        assertThat(result.exit()).isEqualTo(ExitCode.NOT_RUNNING);
        assertThat(result.err()).contains("no gateway answers at");
    }
}
