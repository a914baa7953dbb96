package dev.terrane.gateway.system;

import static dev.terrane.gateway.system.RoomKit.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.gateway.system.ChunkHolder.Belief;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.stage.v1alpha1.ChunkAt;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.proto.stage.v1alpha1.RequestChunkFlags;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.schema.SchemaApp;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldApp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that mean harm, on the chunk path of real services. After each of them a witness that was
 * there all the time is still connected, is told of a change and is answered.
 */
@TestInstance(Lifecycle.PER_CLASS)
class HostileChunksIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String PLAIN = "props/plain";
    private static final int WIDE = 40;

    @TempDir static Path folder;
    private Deployment deployment;
    private RoomKit room;
    private String player;
    private String editor;
    private ChunkHolder witness;
    private int changes;

    @BeforeAll
    void start() {
        deployment = new Deployment(folder);
        deployment
                .start("schema", SchemaApp.class)
                .start("world", WorldApp.class)
                .startGateway(
                        "terrane.gateway.stages.debt-hard-age=30s",
                        // Above what the tests that are not about it send in all.
                        "terrane.gateway.stages.messages-per-second-max=1000");
        String admin = deployment.unlimitedToken("root", "admin");
        ok(deployment.post("/api/v1/schemas/guests", admin, GuestDeployment.SCHEMA));
        room = new RoomKit(deployment, admin, "w", "r").make("committed").stage("s");
        room.create(0, 0, PLAIN);
        for (int cx = 1; cx <= WIDE; cx++) {
            room.create(cx, 0, PLAIN);
        }
        player = deployment.token("mallory", "player");
        editor = deployment.token("eve", "editor");
    }

    @AfterAll
    void stop() {
        deployment.close();
    }

    @BeforeEach
    void aWitnessIsThere() {
        witness = new ChunkHolder(deployment, "s", deployment.token("witness", "player"));
        witness.ask(0, 0);
    }

    @AfterEach
    void theWitnessSawNothingOfIt() {
        try {
            assertThat(witness.peer.isClosed()).isFalse();
            room.change(0, 0, PLAIN, "change " + changes++);
            Belief truth = room.truth(0, 0);
            Await.untilAsserted(
                    SOON,
                    "the witness is told",
                    () -> assertThat(witness.believes(0, 0)).isEqualTo(truth));
            assertThat(witness.ask(0, 0).getChecksum()).isEqualTo(truth.checksum());
        } finally {
            witness.close();
        }
    }

    private SocketPeer mallory(String token) {
        return SocketPeer.join(deployment, "s", token);
    }

    private static ClientMessage image(int cx, int cy, int cz, String cached) {
        return ClientMessage.newBuilder()
                .setRequestChunk(
                        RequestChunk.newBuilder()
                                .setAt(ChunkAt.newBuilder().setCx(cx).setCy(cy).setCz(cz))
                                .setCachedChecksum(cached))
                .build();
    }

    private static ClientMessage edit(String checksum, String id, ByteString patch) {
        return ClientMessage.newBuilder()
                .setRequestChunkEdit(
                        RequestChunkEdit.newBuilder()
                                .setAt(ChunkHolder.at(0, 0))
                                .setBaseRevision(1)
                                .setBaseChecksum(checksum)
                                .setPatch(patch)
                                .setEditId(id))
                .build();
    }

    private static ErrorInfo goodbye(SocketPeer peer) {
        return peer.await("goodbye", ServerMessage::hasGoodbye).getGoodbye().getError();
    }

    private static List<ServerMessage> chunkAnswers(SocketPeer peer, int count) {
        Predicate<ServerMessage> answers =
                m -> m.hasChunkData() || m.hasChunkFlags() || m.hasChunkEditResult();
        Await.until(
                SOON,
                count + " answers",
                () -> {
                    if (peer.isClosed()) {
                        throw new IllegalStateException("closed: " + peer.received().getLast());
                    }
                    return peer.received().stream().filter(answers).count() >= count;
                });
        return peer.received().stream().filter(answers).toList();
    }

    @Test
    void coordinatesOutsideEverythingAreAnsweredAndNotHeld() {
        try (SocketPeer peer = mallory(player)) {
            int[] extremes = {Integer.MIN_VALUE, -1, 64, Integer.MAX_VALUE};
            for (int cx : extremes) {
                for (int cz : extremes) {
                    peer.send(image(cx, cx, cz, ""));
                    peer.send(
                            ClientMessage.newBuilder()
                                    .setRequestChunkFlags(
                                            RequestChunkFlags.newBuilder()
                                                    .setAt(
                                                            ChunkAt.newBuilder()
                                                                    .setCx(cx)
                                                                    .setCy(cx)
                                                                    .setCz(cz)))
                                    .build());
                }
            }
            Set<String> codes =
                    chunkAnswers(peer, 32).stream()
                            .map(
                                    m ->
                                            m.hasChunkData()
                                                    ? m.getChunkData().getError().getCode()
                                                    : m.getChunkFlags().getError().getCode())
                            .collect(Collectors.toSet());
            assertThat(codes).containsExactly("NOT_FOUND");
            // Nothing of it is held: there is room for 256 more.
            assertThat(peer.isClosed()).isFalse();
        }
    }

    @Test
    void whoAsksForMoreThanFitsIsRefusedOneByOne() {
        try (SocketPeer peer = mallory(player)) {
            // Of places without chunks too: an answer is owed for each.
            for (int i = 0; i < 600; i++) {
                peer.send(image(i % 300, i / 300, 0, ""));
            }
            Set<String> codes =
                    chunkAnswers(peer, 600).stream()
                            .map(m -> m.getChunkData().getError().getCode())
                            .collect(Collectors.toSet());
            assertThat(codes).isSubsetOf("", "NOT_FOUND", "CHUNK_HOLD_LIMIT", "RESOURCE_EXHAUSTED");
            assertThat(codes).contains("", "NOT_FOUND");
            assertThat(peer.isClosed()).isFalse();
        }
    }

    @Test
    void aFloodEndsTheConnectionOfWhoeverSendsIt() {
        try (SocketPeer peer = mallory(player)) {
            byte[] question = image(0, 0, 0, "").toByteArray();
            for (int i = 0; i < 20_000 && !peer.isClosed(); i++) {
                peer.sendAsFarAsItGoes(question);
            }
            assertThat(goodbye(peer).getCode()).isEqualTo("RESOURCE_EXHAUSTED");
            assertThat(goodbye(peer).getLimitName()).isEqualTo("messagesPerSecond");
        }
    }

    @Test
    void wordsThatAreNoneEndTheConnection() {
        String endless = "f".repeat(200 << 10);
        List<ClientMessage> messages =
                List.of(
                        image(0, 0, 0, endless),
                        edit(endless, "e", ByteString.EMPTY),
                        edit("", endless, ByteString.EMPTY));
        List<String> fields = List.of("cached_checksum", "base_checksum", "edit_id");
        for (int i = 0; i < messages.size(); i++) {
            try (SocketPeer peer = mallory(editor)) {
                peer.send(messages.get(i));
                assertThat(goodbye(peer).getCode()).isEqualTo("PROTOCOL_VIOLATION");
                assertThat(goodbye(peer).getField()).isEqualTo(fields.get(i));
                assertThat(goodbye(peer).getLimit()).isEqualTo(64);
                assertThat(goodbye(peer).getActual()).isEqualTo(200 << 10);
            }
        }
    }

    @Test
    void editsWithoutTheRoleAreRefusedUnread() {
        ByteString large = ByteString.copyFrom(new byte[250 << 10]);
        try (SocketPeer peer = mallory(player)) {
            for (int i = 0; i < 20; i++) {
                peer.send(edit("", "e" + i, large));
            }
            assertThat(
                            chunkAnswers(peer, 20).stream()
                                    .map(m -> m.getChunkEditResult().getError().getCode())
                                    .collect(Collectors.toSet()))
                    .isSubsetOf("FORBIDDEN");
        }
    }

    @Test
    void patchesThatAreNoneAreRefusedByName() {
        Belief base = room.truth(0, 0);
        try (ChunkHolder eve = new ChunkHolder(deployment, "s", editor)) {
            String deep = "[".repeat(2_000) + "]".repeat(2_000);
            String copies =
                    "[{'op':'add','path':'/objects/-','value':'x'}"
                            + ",{'op':'copy','from':'/objects','path':'/objects/-'}".repeat(60)
                            + "]";
            List<String> patches =
                    List.of(
                            "",
                            "{}",
                            "[{",
                            deep,
                            copies,
                            "[{'op':'replace','path':'/tiles/0/tiles/2000000000','value':1}]",
                            "[{'op':'replace','path':'/meta/author','value':'me'}]");
            for (int i = 0; i < patches.size(); i++) {
                var answer =
                        eve.edit(
                                0,
                                0,
                                base.revision(),
                                base.checksum(),
                                patches.get(i),
                                "p" + i + "-" + changes);
                assertThat(answer.getError().getCode())
                        .as("patch " + i)
                        .isIn(
                                "PATCH_MALFORMED",
                                "PATCH_TARGET_INVALID",
                                "PATCH_PATH_FORBIDDEN",
                                "CHUNK_INVALID",
                                "PAYLOAD_TOO_LARGE");
            }
            var nameless = eve.edit(0, 0, base.revision(), base.checksum(), "[]", "");
            assertThat(nameless.getError().getCode()).isEqualTo("INVALID_ARGUMENT");
            var odd = eve.edit(0, 0, base.revision(), base.checksum(), "[]", "not an id!");
            assertThat(odd.getError().getCode()).isEqualTo("INVALID_ARGUMENT");
            var negative = eve.edit(0, 0, -1, base.checksum(), "[]", "negative");
            assertThat(negative.getError().getCode()).isEqualTo("INVALID_ARGUMENT");
        }
        assertThat(room.truth(0, 0)).isEqualTo(base);
    }

    @Test
    void framesThatAreNoMessagesEndTheConnection() {
        for (byte[] bytes : new byte[][] {{(byte) 0xff, 1, 2}, {0x32, 0x7f}, {}}) {
            try (SocketPeer peer = mallory(player)) {
                peer.send(bytes);
                assertThat(goodbye(peer).getCode()).isEqualTo("PROTOCOL_VIOLATION");
            }
        }
    }

    @Test
    void whoDoesNotReadHoldsNobodyBackWhileChunksChange() {
        try (SocketPeer sleeper =
                SocketPeer.open(deployment, "s", "terrane.bearer." + player, false, false)) {
            sleeper.hello(1);
            for (int cx = 0; cx <= WIDE; cx++) {
                sleeper.sendAsFarAsItGoes(image(cx, 0, 0, "").toByteArray());
            }
            for (int cx = 0; cx <= WIDE; cx++) {
                witness.ask(cx, 0);
            }
            for (int round = 0; round < 10; round++) {
                for (int cx = 1; cx <= WIDE; cx += 4) {
                    room.change(cx, 0, PLAIN, "round " + round + " of " + changes);
                }
            }
            changes++;
            for (int cx = 1; cx <= WIDE; cx += 4) {
                int at = cx;
                Belief truth = room.truth(at, 0);
                Await.untilAsserted(
                        SOON,
                        "the witness is told of " + at,
                        () -> assertThat(witness.believes(at, 0)).isEqualTo(truth));
            }
        }
    }
}
