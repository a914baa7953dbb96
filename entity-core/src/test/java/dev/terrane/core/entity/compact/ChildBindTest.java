package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.Quantisation;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Frames with children, byte by byte: the document's example, and everything that is refused of
 * them. Layout 1: size; layout 2: boxes of layout 1 on the left.
 */
class ChildBindTest {
    private static final ProjectionClass LEAF = BoxClasses.fields(Quantisation.NONE, Boxes.SIZE);
    private static final ProjectionClass ROOT =
            BoxClasses.holding(Boxes.LEFT, ChildClasses.of(LEAF));

    private static final String OPEN =
            "000101000000 01 01 00 02 0100000000000000 4d000000 01 00 00";
    private static final String PUT =
            "000102000100 06 01 00 01" + " 01 0200000000000000 4e000000 01" + " 00 01 01 00 00 07";
    private static final String MOVE = "000103000200 04 00 01 02 01 04 01";

    /** A body of the third frame, and one with child binds. */
    private static final String THIRD = "000103000200 04 00";

    private static final String THIRD_BOUND = "000103000200 06";

    @Test
    void theDocumentsExampleMovesAChild() {
        CompactReceiver receiver = opened();
        assertThat(children(receiver).isEmpty()).isTrue();
        Compacts.applied(receiver.receive(hex(PUT)));
        assertThat(size(receiver, 1)).isEqualTo(new Value.UInt32(7));
        BoundStream stream = receiver.find(1).orElseThrow();
        assertThat(stream.children().values())
                .containsExactly(new BindChild(1, new Guid(2), 0x4e, 1, 1));
        Compacts.applied(receiver.receive(hex(MOVE)));
        assertThat(size(receiver, 3)).isEqualTo(new Value.UInt32(7));
        assertThat(stream.children()).hasSize(1);
        assertThat(stream.replica().binding().generation()).isEqualTo(1);
        assertThat(stream.replica().revision()).isEqualTo(3);
    }

    @Test
    void aChildIsNamedWhileItIsSeenAndBoundAgainWhenItComesBack() {
        CompactReceiver receiver = filled();
        Compacts.applied(receiver.receive(hex(THIRD + "01 01 01")));
        assertThat(receiver.find(1).orElseThrow().children()).isEmpty();
        Compacts.applied(
                receiver.receive(
                        hex(
                                "000104000300 06 01 00 01 01 0200000000000000 4e000000 01"
                                        + "00 01 01 04 00 09")));
        assertThat(size(receiver, 2)).isEqualTo(new Value.UInt32(9));
        assertThat(receiver.find(1).orElseThrow().children()).containsOnlyKeys(new Guid(2));
    }

    @Test
    void everyChildIsBoundBeforeItsBodyAndSeenInIt() {
        refuses(THIRD + "01 01 04 00 07", Reason.UNKNOWN_CHILD);
        refuses(THIRD + "01 01 04 03", Reason.UNKNOWN_CHILD);
        refuses(
                THIRD_BOUND + "01 00 01 01 0300000000000000 4f000000 01  00 01 01 02 01 08",
                Reason.CHILD_UNSEEN);
        refuses("000103000200 02 01 00 01 01 0300000000000000 4f000000 01", Reason.CHILD_UNSEEN);
        refuses(
                THIRD_BOUND + "01 00 01 01 0200000000000000 4e000000 01  00 01 01 04 00 07",
                Reason.DUPLICATE);
    }

    @Test
    void aChildIsOfTheClassItsRuleGives() {
        refuses(
                THIRD_BOUND + "01 00 01 02 0300000000000000 4f000000 01  00 01 01 04 00 00",
                Reason.CHILD_HIDDEN);
        refuses(
                THIRD_BOUND + "01 00 01 09 0300000000000000 4f000000 01  00 01 01 04 00 07",
                Reason.UNKNOWN_LAYOUT);
        refuses(
                THIRD_BOUND + "01 00 01 01 0000000000000000 4f000000 01  00 01 01 04 00 07",
                Reason.GUID_RANGE);
        refuses(
                THIRD_BOUND + "01 00 01 01 0300000000000000 4f000000 00  00 01 01 04 00 07",
                Reason.MALFORMED);
    }

    @Test
    void slotOperationsFitTheChildrenThatAreThere() {
        refuses(THIRD + "01 01 05", Reason.CHILD_STATE);
        refuses(THIRD + "01 01 06 01 08", Reason.CHILD_STATE);
        refuses(THIRD + "01 01 00 01", Reason.CHILD_STATE);
        refuses(THIRD + "01 01 03", Reason.MALFORMED);
        refuses(THIRD + "01 00", Reason.EMPTY_PATCH);
        // The same child patched in its slot and put into another; put twice; left where it was.
        refuses(THIRD + "01 02 02 01 08 00 01", Reason.DUPLICATE);
        refuses(THIRD + "01 03 01 00 01 00 01", Reason.DUPLICATE);
        refuses(THIRD + "01 01 04 01", Reason.DUPLICATE);
    }

    @Test
    void countsHaveOneFormAndABound() {
        refuses(THIRD_BOUND + "00 00 01 01 04 01", Reason.MALFORMED);
        refuses(THIRD_BOUND + "01 00 00 00 01 01 04 01", Reason.MALFORMED);
        CompactReceiver receiver = filled();
        assertThat(Compacts.refused(receiver.receive(hex(THIRD_BOUND + "01 00 8108"))))
                .isEqualTo(
                        new Refusal.OverLimit(
                                Refusal.Limit.STREAM_ENTITIES, 1_024, 1_025, "handle 1"));
        // A slice holds binds only.
        refuses("001103000200 04 00 02 01 00 01", Reason.MALFORMED);
    }

    @Test
    void aRetiredLifetimeOfAChildNeverReturns() {
        CompactReceiver receiver = filled();
        Compacts.applied(
                receiver.receive(
                        hex(
                                THIRD_BOUND
                                        + "01 00 01 01 0200000000000000 4e000000 02"
                                        + "00 01 01 00 00 01")));
        assertRejected(
                receiver.receive(
                        hex(
                                "000104000300 06 01 00 01 01 0200000000000000 4e000000 01"
                                        + "00 01 01 00 00 01")),
                Reason.INCARNATION);
    }

    private void refuses(String frame, Reason reason) {
        CompactReceiver receiver = filled();
        assertRejected(receiver.receive(hex(frame)), reason);
        FrameSequences.assertHidden(receiver);
        assertThat(receiver.find(1).orElseThrow().replica().state()).isEmpty();
    }

    private static void assertRejected(FrameResult result, Reason reason) {
        assertThat(Compacts.refused(result))
                .isInstanceOfSatisfying(
                        Refusal.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    private static CompactReceiver opened() {
        var receiver = new CompactReceiver(Compacts.LIMITS, 0);
        assertThat(receiver.addLayout(1, LEAF)).isEmpty();
        assertThat(receiver.addLayout(2, ROOT)).isEmpty();
        Compacts.applied(receiver.receive(hex(OPEN)));
        return receiver;
    }

    private static CompactReceiver filled() {
        CompactReceiver receiver = opened();
        Compacts.applied(receiver.receive(hex(PUT)));
        return receiver;
    }

    private static IndexMap<EntitySnapshot> children(CompactReceiver receiver) {
        EntitySnapshot root = receiver.find(1).orElseThrow().replica().state().orElseThrow().root();
        return root.containers().get(Boxes.LEFT).slots();
    }

    private static Value size(CompactReceiver receiver, long slot) {
        return children(receiver).get(slot).fields().get(Boxes.SIZE);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }
}
