package dev.terrane.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Value;
import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.stage.v1alpha1.ContactNotice;
import dev.terrane.proto.stage.v1alpha1.Peer;
import dev.terrane.proto.stage.v1alpha1.PeerLeft;
import dev.terrane.proto.stage.v1alpha1.RelayDelivery;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageFramesTest {
    private final List<String> told = new ArrayList<>();
    private final CounterTable counters = new CounterTable();
    private final StageFrames frames =
            new StageFrames(StageLimits.defaults(), counters, new Requests(8), new Told());

    @Test
    void aFrameShowsOnlyWhenItsLastPartHasCome() {
        frames.receive(Frames.layout(1).build());
        frames.receive(Frames.bind(1, 7, 1, 100).build());
        assertThat(frames.view().entities()).isEmpty();
        frames.receive(Frames.last(Frames.event(1, joined(3))));
        var entity = frames.view().entities().get(7);
        assertThat(entity.find("hp")).contains(new Value.UInt32(100));
        assertThat(entity.networkId()).isEqualTo(1_007);
        assertThat(frames.view().peers()).containsKey(3);
        assertThat(frames.view().frame()).isEqualTo(1);
        assertThat(frames.view().tick()).isEqualTo(101);
        assertThat(told).containsExactly("joined 3", "frame 1");
    }

    @Test
    void deltasAndRemovalsFollow() {
        open(7);
        frames.receive(Frames.last(Frames.delta(2, 7, 1, 90)));
        assertThat(frames.view().entities().get(7).find("hp")).contains(new Value.UInt32(90));
        assertThat(frames.view().entities().get(7).revision()).isEqualTo(2);
        frames.receive(Frames.last(Frames.removal(3, 7)));
        assertThat(frames.view().entities()).isEmpty();
        var counted = counters.snapshot();
        assertThat(counted.frames()).isEqualTo(3);
        assertThat(counted.binds()).isEqualTo(1);
        assertThat(counted.deltas()).isEqualTo(1);
        assertThat(counted.removals()).isEqualTo(1);
        assertThat(counted.baselineBytes()).isPositive();
    }

    @Test
    void framesAppliedBeforeAreIgnoredWhole() {
        open(7);
        frames.receive(Frames.layout(1).build());
        frames.receive(Frames.last(Frames.bind(1, 8, 1, 1)));
        assertThat(frames.view().entities()).containsOnlyKeys(7);
        assertThat(counters.snapshot().duplicates()).isEqualTo(2);
    }

    @Test
    void lostFramesEndTheConnection() {
        open(7);
        faults(Frames.last(Frames.delta(3, 7, 1, 90)), "frame 3 after 1: frames are lost");
        frames.receive(Frames.delta(2, 7, 1, 90).build());
        faults(Frames.last(Frames.event(3, joined(1))), "frame 3 after 1: frames are lost");
        frames.end(true);
        assertThat(frames.view().entities()).isEmpty();
    }

    @Test
    void partsOutOfOrderEndTheConnection() {
        open(7);
        frames.receive(Frames.delta(2, 7, 1, 90).build());
        faults(Frames.last(Frames.removal(2, 7)), "parts of frame 2 out of order");
    }

    @Test
    void streamsThatDoNotFitEndTheConnection() {
        open(7);
        faults(Frames.last(Frames.delta(2, 8, 1, 1)), "delta of unknown handle 8");
        var gap = new StageFramesTest();
        gap.open(7);
        gap.faults(Frames.last(Frames.delta(2, 7, 2, 1)), "handle 7: Rejected[reason=GAP");
        var again = new StageFramesTest();
        again.open(7);
        again.faults(Frames.last(Frames.bind(2, 7, 2, 1)), "bind of handle 7, layout 1");
        var old = new StageFramesTest();
        old.open(7);
        old.frames.receive(Frames.last(Frames.removal(2, 7)));
        old.faults(Frames.last(Frames.bind(3, 7, 1, 1)), "generation 1 after 1");
        var layout = new StageFramesTest();
        layout.open(7);
        layout.faults(Frames.last(Frames.layout(2)), "layout number 1");
        var unknown = new StageFramesTest();
        unknown.faults(Frames.last(Frames.bind(1, 7, 1, 1)), "bind of handle 7, layout 1");
        var removal = new StageFramesTest();
        removal.faults(Frames.last(Frames.removal(1, 7)), "removal of unknown handle 7");
    }

    @Test
    void aHandleIsNotGivenAgainInTheFrameThatFreesIt() {
        open(7);
        frames.receive(Frames.removal(2, 7).build());
        faults(Frames.last(Frames.bind(2, 7, 2, 1)), "handle 7 given again in its frame");
        var later = new StageFramesTest();
        later.open(7);
        later.frames.receive(Frames.last(Frames.removal(2, 7)));
        later.frames.receive(Frames.last(Frames.bind(3, 7, 2, 55)));
        assertThat(later.frames.view().entities().get(7).generation()).isEqualTo(2);
    }

    @Test
    void eventsAreToldInOrderAndContactsOnce() {
        open(7);
        told.clear();
        var hit =
                StageEvent.newBuilder()
                        .setContact(
                                ContactNotice.newBuilder()
                                        .setNumber(1)
                                        .setKind(ContactKind.CONTACT_KIND_HIT)
                                        .setHandleA(7)
                                        .setRelativeSpeed(-2));
        frames.receive(Frames.last(Frames.event(2, hit)));
        frames.receive(Frames.last(Frames.event(3, hit)));
        var relay =
                StageEvent.newBuilder()
                        .setRelay(
                                RelayDelivery.newBuilder()
                                        .setFromPeerId(3)
                                        .setPayload(Frames.text("hello")));
        frames.receive(Frames.last(Frames.event(4, relay)));
        var left = StageEvent.newBuilder().setPeerLeft(PeerLeft.newBuilder().setPeerId(3));
        frames.receive(Frames.last(Frames.event(5, left)));
        assertThat(told)
                .containsExactly(
                        "HIT 7/0 -2.0",
                        "frame 2",
                        "frame 3",
                        "3 says hello",
                        "frame 4",
                        "left 3",
                        "frame 5");
    }

    private void open(int handle) {
        frames.receive(Frames.layout(1).build());
        frames.receive(Frames.last(Frames.bind(1, handle, 1, 100)));
    }

    private void faults(ServerMessage message, String text) {
        assertThatThrownBy(() -> frames.receive(message))
                .isInstanceOf(ProtocolFaultException.class)
                .hasMessageContaining(text);
    }

    private static StageEvent.Builder joined(int peer) {
        return StageEvent.newBuilder()
                .setPeerJoined(Peer.newBuilder().setPeerId(peer).setDisplayName("p" + peer));
    }

    private final class Told implements StageListener {
        @Override
        public void onFrame(StageView view) {
            told.add("frame " + view.frame());
        }

        @Override
        public void onPeerJoined(StagePeer peer) {
            told.add("joined " + peer.peerId());
        }

        @Override
        public void onPeerLeft(int peerId) {
            told.add("left " + peerId);
        }

        @Override
        public void onRelay(int fromPeerId, ByteString payload) {
            told.add(fromPeerId + " says " + payload.toStringUtf8());
        }

        @Override
        public void onContact(Contact contact) {
            told.add(
                    contact.kind()
                            + " "
                            + contact.handleA()
                            + "/"
                            + contact.handleB()
                            + " "
                            + contact.relativeSpeed());
        }
    }
}
