package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.stage.v1alpha1.Action;
import dev.terrane.proto.stage.v1alpha1.Bind;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.Hello;
import dev.terrane.proto.stage.v1alpha1.Ping;
import dev.terrane.proto.stage.v1alpha1.Relay;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.proto.stage.v1alpha1.RequestChunkFlags;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Peers of stages over real sockets: entry, messages, hostile and slow ones. */
class PeersIT extends GuestDeployment {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void aPingOfTheSocketIsAnsweredBeforeAndAfterEntry() {
        guests("pings");
        try (SocketPeer peer =
                SocketPeer.open(
                        deployment,
                        "pings",
                        "terrane.bearer." + deployment.token("ada", "player"))) {
            peer.ping();
            peer.hello(1);
            peer.await("entry", m -> m.hasAccepted());
            peer.ping();
            peer.ping();
        }
    }

    @Test
    void credentialsAreJudgedAtTheUpgrade() {
        guests("door");
        assertThatThrownBy(() -> SocketPeer.open(deployment, "door", "terrane.bearer.garbage"))
                .hasStackTraceContaining("401");
        String service =
                deployment
                        .askToken("world", "world" + "x".repeat(40), "")
                        .json()
                        .path("access_token")
                        .asString("");
        assertThatThrownBy(() -> SocketPeer.open(deployment, "door", "terrane.bearer." + service))
                .hasStackTraceContaining("403");
        String player = deployment.token("ada", "player");
        assertThatThrownBy(() -> SocketPeer.open(deployment, "nowhere", "terrane.bearer." + player))
                .hasStackTraceContaining("404");
        String ticket =
                deployment.post("/api/v1/tickets", player, "").json().path("ticket").asString("");
        try (SocketPeer peer = SocketPeer.open(deployment, "door", "terrane.ticket." + ticket)) {
            assertThat(peer.subprotocol()).isEqualTo(SocketPeer.CONTRACT);
            peer.hello(1);
            assertThat(
                            peer.await("entry", ServerMessage::hasAccepted)
                                    .getAccepted()
                                    .getOwnEntitiesCount())
                    .isEqualTo(1);
        }
        assertThatThrownBy(() -> SocketPeer.open(deployment, "door", "terrane.ticket." + ticket))
                .hasStackTraceContaining("401");
    }

    @Test
    void twoPeersSeeEachOtherActAndRelay() {
        guests("hall");
        try (SocketPeer ada = player("hall", "ada");
                SocketPeer bob = player("hall", "bob")) {
            ada.await(
                    "bob's arrival",
                    m ->
                            events(m).stream()
                                    .anyMatch(
                                            e -> e.getPeerJoined().getDisplayName().equals("bob")));
            ada.send(
                    ClientMessage.newBuilder()
                            .setAction(
                                    Action.newBuilder()
                                            .setActionId("a1")
                                            .setName("terrane.ping")
                                            .setArgument(ByteString.copyFromUtf8("hello")))
                            .build());
            ada.await(
                    "the reply",
                    m ->
                            events(m).stream()
                                    .anyMatch(
                                            e ->
                                                    e.getActionReply()
                                                            .getResult()
                                                            .toStringUtf8()
                                                            .equals("hello")));
            ada.send(
                    ClientMessage.newBuilder()
                            .setRelay(
                                    Relay.newBuilder()
                                            .setRelayId("r1")
                                            .setPayload(ByteString.copyFromUtf8("psst")))
                            .build());
            bob.await(
                    "the relay",
                    m ->
                            events(m).stream()
                                    .anyMatch(
                                            e ->
                                                    e.getRelay()
                                                            .getPayload()
                                                            .toStringUtf8()
                                                            .equals("psst")));
            ada.send(ClientMessage.newBuilder().setPing(Ping.newBuilder().setNonce(7)).build());
            ada.await("the pong", m -> m.getPong().getNonce() == 7);
            bob.await("two binds", m -> m.getState().getBindsCount() > 0);
        }
    }

    private static List<StageEvent> events(ServerMessage message) {
        return message.getEvents().getEventsList();
    }

    @Test
    void changesFromOutsideAreAppliedOnceByTheirId() {
        guests("ruled");
        try (SocketPeer ada = player("ruled", "ada")) {
            long guid = guidOf("ruled");
            ada.await("the bind", m -> m.getState().getBindsCount() > 0);
            Reply first = set("ruled", guid, "r1", "{\"index\":2,\"uint32Value\":5}");
            assertThat(first.status()).as(first.body()).isEqualTo(200);
            Reply again = set("ruled", guid, "r1", "{\"index\":2,\"uint32Value\":5}");
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(set("ruled", guid, "r1", "{\"index\":2,\"uint32Value\":6}").status())
                    .isEqualTo(409);
            assertThat(set("ruled", guid, "r2", "{\"index\":99,\"uint32Value\":6}").body())
                    .contains("changes[0]");
            ada.await("the delta", m -> m.getState().getDeltasCount() > 0);
        }
    }

    @Test
    @Provokes("CHUNK_UNAVAILABLE")
    void aStageWithoutRoomHasNoChunks() {
        guests("roomless");
        try (SocketPeer ada = player("roomless", "ada")) {
            ada.send(
                    ClientMessage.newBuilder()
                            .setRequestChunk(RequestChunk.getDefaultInstance())
                            .build());
            ada.send(
                    ClientMessage.newBuilder()
                            .setRequestChunkEdit(RequestChunkEdit.getDefaultInstance())
                            .build());
            ada.send(
                    ClientMessage.newBuilder()
                            .setRequestChunkFlags(RequestChunkFlags.getDefaultInstance())
                            .build());
            for (var answer :
                    Map.of(
                                    "chunk",
                                    ada.await("chunk", ServerMessage::hasChunkData)
                                            .getChunkData()
                                            .getError(),
                                    "edit",
                                    ada.await("edit", ServerMessage::hasChunkEditResult)
                                            .getChunkEditResult()
                                            .getError(),
                                    "flags",
                                    ada.await("flags", ServerMessage::hasChunkFlags)
                                            .getChunkFlags()
                                            .getError())
                            .values()) {
                assertThat(answer.getCode()).isEqualTo("CHUNK_UNAVAILABLE");
            }
        }
    }

    @Test
    @Provokes("PROTOCOL_VERSION")
    @Provokes("PROTOCOL_VIOLATION")
    @Provokes("ENTRY_TIMEOUT")
    void hostileClientsAreClosedWithTheirCode() {
        guests("siege");
        String token = "terrane.bearer." + deployment.token("eve", "player");
        // Whoever says nothing is closed when its time is up; the others speak at once.
        try (SocketPeer silent = SocketPeer.open(deployment, "siege", token)) {
            strangersAreClosed(token);
            guestsAreClosed();
            assertThat(silent.awaitClose()).isEqualTo(4402);
        }
        Await.untilAsserted(
                SOON,
                "nobody is left",
                () ->
                        assertThat(
                                        deployment
                                                .get("/api/v1/stages/siege", authority)
                                                .json()
                                                .path("peerCount")
                                                .asInt())
                                .isZero());
    }

    /** Before their entry. */
    private void strangersAreClosed(String token) {
        try (SocketPeer garbage = SocketPeer.open(deployment, "siege", token)) {
            garbage.send(new byte[] {(byte) 0xff, (byte) 0xff, 1, 2, 3});
            assertThat(garbage.awaitClose()).isEqualTo(4405);
        }
        try (SocketPeer text = SocketPeer.open(deployment, "siege", token)) {
            text.sendText("hello");
            assertThat(text.awaitClose()).isEqualTo(4405);
        }
        try (SocketPeer early = SocketPeer.open(deployment, "siege", token)) {
            early.send(ClientMessage.newBuilder().setPing(Ping.getDefaultInstance()).build());
            assertThat(early.awaitClose()).isEqualTo(4405);
        }
        try (SocketPeer wordy = SocketPeer.open(deployment, "siege", token)) {
            wordy.send(
                    ClientMessage.newBuilder()
                            .setHello(
                                    Hello.newBuilder()
                                            .setProtocolVersion(1)
                                            .setClientVersion("1".repeat(33)))
                            .build());
            assertThat(
                            wordy.await("goodbye", ServerMessage::hasGoodbye)
                                    .getGoodbye()
                                    .getError()
                                    .getField())
                    .isEqualTo("client_version");
            assertThat(wordy.awaitClose()).isEqualTo(4405);
        }
        try (SocketPeer old = SocketPeer.open(deployment, "siege", token)) {
            old.hello(2);
            assertThat(
                            old.await("decline", ServerMessage::hasDeclined)
                                    .getDeclined()
                                    .getError()
                                    .getCode())
                    .isEqualTo("PROTOCOL_VERSION");
            assertThat(old.awaitClose()).isEqualTo(4400);
        }
    }

    /** After their entry. */
    private void guestsAreClosed() {
        try (SocketPeer twice = player("siege", "twice");
                SocketPeer liar = player("siege", "liar");
                SocketPeer big = player("siege", "big");
                SocketPeer huge = player("siege", "huge");
                SocketPeer flood = player("siege", "flood")) {
            twice.hello(1);
            assertThat(twice.awaitClose()).isEqualTo(4405);
            liar.send(
                    ClientMessage.newBuilder()
                            .setFrameAck(
                                    dev.terrane.proto.stage.v1alpha1.FrameAck.newBuilder()
                                            .setFrame(1_000_000))
                            .build());
            assertThat(liar.awaitClose()).isEqualTo(4405);
            big.send(new byte[300 << 10]);
            ErrorInfo tooLarge =
                    big.await("goodbye", ServerMessage::hasGoodbye).getGoodbye().getError();
            assertThat(tooLarge.getLimitName()).isEqualTo("messageBytes");
            assertThat(tooLarge.getLimit()).isEqualTo(260 << 10);
            assertThat(tooLarge.getActual()).isEqualTo(300 << 10);
            assertThat(big.awaitClose()).isEqualTo(4413);
            // The socket is cut while the client still writes: the close may be lost on the way.
            huge.sendAsFarAsItGoes(new byte[(1 << 20) + 1]);
            assertThat(huge.awaitClose()).isIn(1009, 1006);
            ClientMessage ping =
                    ClientMessage.newBuilder().setPing(Ping.getDefaultInstance()).build();
            for (int i = 0; i < 1000 && !flood.isClosed(); i++) {
                flood.sendAsFarAsItGoes(ping.toByteArray());
            }
            assertThat(flood.awaitClose()).isEqualTo(4429);
        }
    }

    @Test
    @Provokes("PEER_TOO_SLOW")
    void aPeerThatDoesNotReadIsClosedAndDelaysNobody() {
        guests("slow");
        SocketPeer slow =
                SocketPeer.open(
                        deployment,
                        "slow",
                        "terrane.bearer." + deployment.token("slow", "player"),
                        false,
                        false);
        try (slow;
                SocketPeer ada = player("slow", "ada")) {
            slow.hello(1);
            Await.until(
                    SOON,
                    "the slow peer is in",
                    () ->
                            deployment
                                            .get("/api/v1/stages/slow", authority)
                                            .json()
                                            .path("peerCount")
                                            .asInt()
                                    == 2);
            // Not the other's, which goes with it.
            long guid = guidOf(ada);
            int servedMeanwhile = 0;
            boolean slowIsIn = true;
            long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            for (int round = 1; slowIsIn && System.nanoTime() - end < 0; round++) {
                accepted(
                        set(
                                "slow",
                                guid,
                                "s" + round,
                                "{\"index\":1,\"stringValue\":\"" + wide(round) + "\"}"));
                accepted(
                        set(
                                "slow",
                                guid,
                                "h" + round,
                                "{\"index\":2,\"uint32Value\":" + round + "}"));
                int hp = round;
                ada.await("round " + round, m -> showsHp(m, hp));
                slowIsIn =
                        deployment
                                        .get("/api/v1/stages/slow", authority)
                                        .json()
                                        .path("peerCount")
                                        .asInt()
                                == 2;
                servedMeanwhile += slowIsIn ? 1 : 0;
            }
            assertThat(slowIsIn).as("the slow peer is still there").isFalse();
            // It owed from its first frame on. Had it held up the other, that would have seen
            // nothing; how many rounds there were is the machine's affair.
            assertThat(servedMeanwhile)
                    .as("rounds the other peer saw while the slow one was there")
                    .isPositive();
            assertThat(ada.isClosed()).isFalse();
        }
    }

    private static long guidOf(SocketPeer peer) {
        long own = peer.await("entry", ServerMessage::hasAccepted).getAccepted().getOwnEntities(0);
        ServerMessage shown = peer.await("its own entity", m -> ofOwn(m, own).isPresent());
        return ofOwn(shown, own).orElseThrow().getGuid();
    }

    private static Optional<Bind> ofOwn(ServerMessage message, long networkId) {
        return message.getState().getBindsList().stream()
                .filter(bind -> bind.getNetworkId() == networkId)
                .findFirst();
    }

    private static void accepted(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    private static boolean showsHp(ServerMessage message, int hp) {
        return message.getState().getDeltasList().stream()
                .flatMap(delta -> delta.getDelta().getRoot().getFieldsList().stream())
                .anyMatch(field -> field.getIndex() == 2 && field.getUint32Value() == hp);
    }

    /** 60,000 characters that no compression makes few. */
    private static String wide(int round) {
        byte[] bytes = new byte[45_000];
        new Random(round).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
