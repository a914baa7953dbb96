package dev.terrane.gateway.live.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.gateway.live.RateLimit;
import dev.terrane.gateway.live.RecordingChannel;
import dev.terrane.gateway.live.StageDoor;
import dev.terrane.gateway.live.StageFixture;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.Hello;
import dev.terrane.proto.stage.v1alpha1.Ping;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.rpc.server.Role;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A connection's first messages. */
class ConversationTest {
    private static final byte[] HELLO =
            ClientMessage.newBuilder()
                    .setHello(Hello.newBuilder().setProtocolVersion(1))
                    .build()
                    .toByteArray();
    private static final byte[] PING =
            ClientMessage.newBuilder().setPing(Ping.newBuilder().setNonce(7)).build().toByteArray();

    private final StageFixture fixture = new StageFixture();
    private final RecordingChannel channel = new RecordingChannel();

    private Conversation conversation(StageDoor door) {
        return new Conversation(
                "lobby",
                fixture.caller("ada", Role.PLAYER),
                new ProtoPeerLink(channel, () -> fixture.now),
                door,
                new RateLimit(200, () -> 0));
    }

    private List<ServerMessage.BodyCase> sent() {
        return channel.drain().stream()
                .map(
                        bytes -> {
                            try {
                                return ServerMessage.parseFrom(bytes).getBodyCase();
                            } catch (InvalidProtocolBufferException e) {
                                throw new AssertionError(e);
                            }
                        })
                .toList();
    }

    @Test
    void whatComesWhileAcceptedIsBeingSentIsAnswered() {
        Conversation conversation =
                conversation(_ -> CompletableFuture.completedFuture(fixture.stage));
        channel.whenNextIsSent(() -> conversation.receive(PING));
        conversation.receive(HELLO);
        assertThat(channel.isOpen()).isTrue();
        assertThat(sent())
                .containsExactly(ServerMessage.BodyCase.ACCEPTED, ServerMessage.BodyCase.PONG);
    }

    @Test
    void whatComesBeforeAcceptedEndsTheConversation() {
        Conversation conversation = conversation(_ -> new CompletableFuture<>());
        conversation.receive(HELLO);
        conversation.receive(PING);
        assertThat(channel.closeCode()).isEqualTo(4405);
    }
}
