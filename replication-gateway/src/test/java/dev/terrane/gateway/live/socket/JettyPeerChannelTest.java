package dev.terrane.gateway.live.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.PeerChannel;
import dev.terrane.rpc.error.StageError;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.junit.jupiter.api.Test;

class JettyPeerChannelTest {
    private static final PeerChannel.Limits LIMITS =
            new PeerChannel.Limits(100, 1_000, 400, 10_000);

    private final List<Integer> sent = new ArrayList<>();
    private final Queue<Callback> withJetty = new ArrayDeque<>();
    private int condemned;
    private boolean answersAtOnce;
    private int closeCode;
    private boolean disconnected;
    private long nanos;
    private final JettyPeerChannel channel =
            new JettyPeerChannel(session(), LIMITS, () -> nanos, _ -> condemned++);

    private Session session() {
        return (Session)
                Proxy.newProxyInstance(
                        Session.class.getClassLoader(),
                        new Class<?>[] {Session.class},
                        (_, method, arguments) -> {
                            switch (method.getName()) {
                                case "sendBinary" -> {
                                    sent.add(((ByteBuffer) arguments[0]).remaining());
                                    Callback callback = (Callback) arguments[1];
                                    if (answersAtOnce) {
                                        callback.succeed();
                                    } else {
                                        withJetty.add(callback);
                                    }
                                }
                                case "close" -> closeCode = (int) arguments[0];
                                case "disconnect" -> disconnected = true;
                                default ->
                                        throw new UnsupportedOperationException(method.getName());
                            }
                            return null;
                        });
    }

    @Test
    void oneMessageIsWithJettyAndTheRestWaitsInOrder() {
        channel.send(new byte[1]);
        channel.send(new byte[2]);
        channel.send(new byte[3]);
        assertThat(sent).containsExactly(1);
        assertThat(channel.debt().bytes()).isEqualTo(6);
        withJetty.remove().succeed();
        assertThat(sent).containsExactly(1, 2);
        withJetty.remove().succeed();
        withJetty.remove().succeed();
        assertThat(sent).containsExactly(1, 2, 3);
        assertThat(channel.debt()).isEqualTo(new PeerChannel.Debt(0, 0));
    }

    @Test
    void manyMessagesThatAreTakenAtOnceDoNotDeepenTheStack() {
        channel.send(new byte[1]);
        for (int i = 0; i < 300; i++) {
            channel.send(new byte[1]);
        }
        answersAtOnce = true;
        withJetty.remove().succeed();
        for (int i = 0; i < 100_000; i++) {
            channel.send(new byte[1]);
        }
        assertThat(sent).hasSize(100_301);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void framesAreDebtUntilTheyAreAcknowledged() {
        answersAtOnce = true;
        channel.sendFramed(new byte[30], 1);
        channel.sendFramed(new byte[20], 1);
        channel.sendFramed(new byte[40], 2);
        assertThat(channel.debt().bytes()).isEqualTo(90);
        assertThat(channel.acknowledge(1)).isTrue();
        assertThat(channel.debt().bytes()).isEqualTo(40);
        assertThat(channel.acknowledge(1)).isTrue();
        assertThat(channel.acknowledge(3)).isFalse();
        assertThat(channel.acknowledge(-1)).isFalse();
        assertThat(channel.acknowledge(2)).isTrue();
        assertThat(channel.debt().bytes()).isZero();
    }

    @Test
    void aboveTheHardBoundInBytesThePeerIsClosedAndCutIfItDoesNotGo() {
        channel.send(new byte[200]);
        channel.send(new byte[200]);
        assertThat(channel.isOpen()).isTrue();
        channel.send(new byte[1]);
        assertThat(channel.isOpen()).isFalse();
        assertThat(condemned).isEqualTo(1);
        withJetty.remove().succeed();
        assertThat(closeCode).isEqualTo(4410);
        assertThat(sent).as("what waited is dropped").containsExactly(200);
    }

    @Test
    void unacknowledgedFramesCountTowardsTheBoundAlthoughTheSocketTookThem() {
        answersAtOnce = true;
        for (int frame = 1; frame <= 5; frame++) {
            channel.sendFramed(new byte[90], frame);
        }
        assertThat(channel.isOpen()).isFalse();
        assertThat(closeCode).isEqualTo(4410);
    }

    @Test
    void oneMessageMayBeLargerThanTheBoundByItself() {
        channel.send(new byte[1_000]);
        channel.send(new byte[300]);
        assertThat(channel.isOpen()).isTrue();
        channel.send(new byte[200]);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aboveTheHardBoundInAgeThePeerIsClosed() {
        answersAtOnce = true;
        channel.sendFramed(new byte[1], 1);
        nanos += 10_000_000_000L;
        assertThat(channel.debt().ageMillis()).isEqualTo(10_000);
        assertThat(channel.isOpen()).isTrue();
        nanos += 1_000_000;
        assertThat(channel.debt().ageMillis()).isEqualTo(10_001);
        assertThat(channel.isOpen()).isFalse();
        assertThat(closeCode).isEqualTo(4410);
    }

    @Test
    void aCloseLeavesAfterWhatIsQueuedAndNothingAfterIt() {
        channel.send(new byte[1]);
        channel.send(new byte[2]);
        channel.close(StageError.STAGE_CLOSED, "x".repeat(500));
        channel.send(new byte[3]);
        assertThat(closeCode).isZero();
        withJetty.remove().succeed();
        withJetty.remove().succeed();
        assertThat(sent).containsExactly(1, 2);
        assertThat(closeCode).isEqualTo(4411);
        assertThat(condemned).isEqualTo(1);
    }

    @Test
    void aFailedSendEndsTheConnection() {
        channel.send(new byte[1]);
        channel.send(new byte[2]);
        withJetty.remove().fail(new IOException("reset"));
        assertThat(disconnected).isTrue();
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.queuedBytes()).isZero();
    }
}
