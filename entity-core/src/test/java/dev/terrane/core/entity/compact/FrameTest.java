package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamLimits;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The numbered frame of one peer: its bytes, its numbers and what ends it. */
class FrameTest {
    private final Kernel kernel = GuestRoom.kernel();
    private final Entity guest = GuestRoom.guest(kernel);
    private final ProjectionClass projection =
            Compacts.exact(
                    guest, EntityProjection.ofFields(GuestRoom.PLAYER, List.of(GuestRoom.HP)));
    private final ProjectionClass twoFields =
            Compacts.exact(
                    guest,
                    EntityProjection.ofFields(
                            GuestRoom.PLAYER, List.of(GuestRoom.HP, GuestRoom.MP)));
    private final OneRoot root = new OneRoot(kernel, guest);
    private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
    private final CompactReceiver receiver = new CompactReceiver(Compacts.LIMITS, 0);
    private long tick;

    FrameTest() {
        root.join(projection);
        assertThat(receiver.addLayout(1, projection)).isEmpty();
    }

    @Test
    void aFrameIsHeaderThenBindsThenBodies() {
        assertThat(HexFormat.of().formatHex(bound(1, 1)))
                .isEqualTo(
                        "0001"
                                + "0100"
                                + "0000"
                                + "01"
                                + "01"
                                + "00"
                                + "01"
                                + "0100000000000000"
                                + "4d000000"
                                + "01"
                                + "64");
        receiver.receive(bound(1, 1));
        assertThat(HexFormat.of().formatHex(changed(2, 1)))
                .isEqualTo("0001" + "0200" + "0100" + "04" + "00" + "01" + "65");
    }

    @Test
    void theHeaderStaysWithinEightBytes() {
        writer.begin(FrameHead.of(1, 1));
        var body = CompactBody.copyOf(new byte[] {1, 1});
        for (int handle = 1; handle <= CompactLimits.STREAMS_CEILING; handle++) {
            writer.body(handle, body);
        }
        assertThat(writer.finish()).hasSize(8 + CompactLimits.STREAMS_CEILING * 3);
    }

    @Test
    void optionalNumbersFollowTheCount() {
        receiver.receive(bound(1, 1));
        writer.begin(new FrameHead(2, 7, false, true, OptionalLong.of(300), OptionalLong.of(5)));
        byte[] frame = writer.finish();
        assertThat(HexFormat.of().formatHex(frame))
                .isEqualTo("000e02000700" + "00" + "ac02" + "05");
        assertThat(Compacts.applied(receiver.receive(frame)).head())
                .isEqualTo(
                        new FrameHead(2, 7, false, true, OptionalLong.of(300), OptionalLong.of(5)));
    }

    @Test
    void numbersAndTicksWidenPastSixteenBits() {
        receiver.receive(bound(1, 1));
        for (long number = 2; number <= 70_000; number++) {
            writer.begin(FrameHead.of(number, number * 3));
            var head = Compacts.applied(receiver.receive(writer.finish())).head();
            if (head.number() != number || head.tick() != number * 3) {
                assertThat(head).isEqualTo(FrameHead.of(number, number * 3));
            }
        }
        assertThat(receiver.frame()).isEqualTo(70_000);
        receiver.noteTick(1_000_000);
        writer.begin(FrameHead.of(70_001, 1_000_001));
        assertThat(Compacts.applied(receiver.receive(writer.finish())).head().tick())
                .isEqualTo(1_000_001);
    }

    @Test
    void aFrameSeenBeforeIsIgnoredWhole() {
        byte[] first = bound(1, 1);
        receiver.receive(first);
        assertThat(receiver.receive(first)).isEqualTo(new FrameResult.Duplicate(1));
        assertThat(receiver.find(1).orElseThrow().replica().revision()).isEqualTo(1);
    }

    @Test
    void aGapRejectsEveryStreamForGood() {
        receiver.receive(bound(1, 1));
        Replica replica = receiver.find(1).orElseThrow().replica();
        assertRejected(receiver.receive(changed(3, 1)), Reason.GAP);
        assertThat(replica.state()).isEmpty();
        assertThat(replica.status()).isEqualTo(Replica.Status.REJECTED);
        assertRejected(receiver.receive(changed(2, 1)), Reason.INVALIDATED);
    }

    @Test
    void reservedFlagsAndAnotherMarkerAreMalformed() {
        for (int bit = 5; bit < 8; bit++) {
            byte[] frame = bound(1, 1);
            frame[1] |= (byte) (1 << bit);
            assertRejected(fresh().receive(frame), Reason.MALFORMED);
        }
        byte[] marked = bound(1, 1);
        marked[0] = 1;
        assertRejected(fresh().receive(marked), Reason.MALFORMED);
        byte[] children = bound(1, 1);
        children[6] |= 2;
        assertRejected(fresh().receive(children), Reason.MALFORMED);
    }

    @Test
    void everyNumberHasOneForm() {
        assertRejected(fresh().receive(hex("000101000000" + "8000")), Reason.MALFORMED);
        receiver.receive(bound(1, 1));
        assertRejected(
                receiver.receive(hex("000102000100" + "04" + "00" + "01" + "e400")),
                Reason.MALFORMED);
    }

    @Test
    void aMaskHasNoGroupTooManyAndIsNotEmpty() {
        for (String mask : List.of("8100", "02", "8001")) {
            var strict = fresh();
            strict.receive(bound(1, 1));
            assertRejected(
                    strict.receive(hex("000102000100" + "04" + "00" + mask + "01")),
                    Reason.MALFORMED);
        }
        receiver.receive(bound(1, 1));
        assertRejected(
                receiver.receive(hex("000102000100" + "04" + "00" + "00")), Reason.EMPTY_PATCH);
    }

    @Test
    void trailingBytesAreMalformed() {
        byte[] frame = bound(1, 1);
        assertRejected(receiver.receive(Arrays.copyOf(frame, frame.length + 1)), Reason.MALFORMED);
    }

    @Test
    void handlesAreThoseThatWereBoundAndNoOthers() {
        assertRejected(fresh().receive(changed(1, 1)), Reason.UNKNOWN_HANDLE);
        receiver.receive(bound(1, 1));
        assertRejected(receiver.receive(bound(2, 1)), Reason.HANDLE_IN_USE);
    }

    @Test
    void aFreedHandleRestsForAFrameAndTheNextStreamIsAnotherGeneration() {
        receiver.receive(bound(1, 1));
        assertThat(receiver.remove(1, false)).isEmpty();
        receiver.receive(bound(2, 2));
        assertThat(receiver.find(2).orElseThrow().replica().binding().generation()).isEqualTo(2);
        assertThat(receiver.remove(2, false)).isEmpty();
        assertRejected(receiver.receive(bound(3, 2)), Reason.HANDLE_IN_USE);
    }

    @Test
    void onlyADestroyedRootSaysATombstone() {
        receiver.receive(bound(1, 1));
        Replica replica = receiver.find(1).orElseThrow().replica();
        assertThat(receiver.remove(1, true)).isEmpty();
        assertThat(replica.status()).isEqualTo(Replica.Status.REMOVED);
        assertThat(receiver.remove(1, true))
                .contains(new Refusal.Rejected(Reason.UNKNOWN_HANDLE, "handle 1"));
    }

    @Test
    void layoutsAreToldOnceBeforeTheyAreUsed() {
        var unaware = new CompactReceiver(Compacts.LIMITS, 0);
        assertRejected(unaware.receive(bound(1, 1)), Reason.UNKNOWN_LAYOUT);
        assertThat(receiver.addLayout(1, projection)).isPresent();
        assertRejected(receiver.receive(bound(1, 1)), Reason.INVALIDATED);
    }

    @Test
    void slicesJoinToTheFrameTheyWereCutFrom() {
        List<FrameWriter.Piece> pieces = FrameWriter.cut(bound(1, 1), 5);
        assertThat(pieces).hasSize(4);
        long number = 1;
        for (FrameWriter.Piece piece : pieces) {
            FrameResult result =
                    receiver.receive(FrameWriter.slice(FrameHead.of(number, 0), piece));
            number++;
            if (!piece.equals(pieces.getLast())) {
                assertThat(result).isInstanceOf(FrameResult.Collected.class);
                writer.begin(FrameHead.of(number, 0));
                Compacts.applied(receiver.receive(writer.finish()));
                number++;
            } else {
                assertThat(Compacts.applied(result).updates()).hasSize(1);
            }
        }
        assertThat(receiver.find(1)).isPresent();
    }

    @Test
    void aSliceThatDoesNotContinueIsRefused() {
        List<FrameWriter.Piece> pieces = FrameWriter.cut(bound(1, 1), 5);
        assertRejected(
                fresh().receive(FrameWriter.slice(FrameHead.of(1, 0), pieces.get(1))),
                Reason.SLICE);
        receiver.receive(FrameWriter.slice(FrameHead.of(1, 0), pieces.get(0)));
        assertRejected(
                receiver.receive(FrameWriter.slice(FrameHead.of(2, 0), pieces.get(2))),
                Reason.SLICE);
    }

    @Test
    void theDefaultsAreTheDocumentedNumbers() {
        assertThat(CompactLimits.defaults())
                .isEqualTo(
                        new CompactLimits(
                                StreamLimits.defaults(),
                                4 << 20,
                                262_144,
                                4_095,
                                4_096,
                                1_048_576,
                                GuidWidth.BITS_64));
    }

    @Test
    void everyLimitPassesAtItsEdgeAndRefusesOneMore() {
        writer.begin(FrameHead.of(1, 0));
        root.join(twoFields);
        writer.bind(new Bind(7, 1, guest.guid(), 77, 1), root.baseline(twoFields));
        byte[] frame = writer.finish();
        assertEdge(Refusal.Limit.MESSAGE_BYTES, frame, frame.length, max -> limits(max, 99, 9, 9));
        assertEdge(Refusal.Limit.FRAME_WORK, frame, 2, max -> limits(4096, max, 9, 9));
        assertEdge(Refusal.Limit.STREAMS, frame, 7, max -> limits(4096, 99, max, 9));
        var few = new CompactReceiver(limits(4096, 99, 9, 1), 0);
        assertThat(few.addLayout(1, projection)).isEmpty();
        assertThat(few.addLayout(2, projection))
                .get(InstanceOfAssertFactories.type(Refusal.OverLimit.class))
                .extracting(Refusal.OverLimit::limit)
                .isEqualTo(Refusal.Limit.LAYOUTS);
    }

    @Test
    void rootsEverGivenAreBounded() {
        var limits =
                new CompactLimits(StreamLimits.defaults(), 4096, 99, 9, 9, 2, GuidWidth.BITS_64);
        var few = new CompactReceiver(limits, 0);
        few.addLayout(1, projection);
        CompactBody baseline = root.baseline(projection);
        long number = 0;
        for (long guid : new long[] {11, 12, 11, 12}) {
            writer.begin(FrameHead.of(++number, 0));
            writer.bind(new Bind((int) number, 1, new Guid(guid), 1, 1), baseline);
            Compacts.applied(few.receive(writer.finish()));
            assertThat(few.remove((int) number, false)).isEmpty();
        }
        writer.begin(FrameHead.of(++number, 0));
        writer.bind(new Bind((int) number, 1, new Guid(13), 1, 1), baseline);
        assertThat(Compacts.refused(few.receive(writer.finish())))
                .isEqualTo(new Refusal.OverLimit(Refusal.Limit.CONNECTION_ROOTS, 2, 3, "root 13"));
    }

    @Test
    void aGuidOutsideTheWidthIsRefused() {
        var narrow =
                new CompactReceiver(
                        new CompactLimits(
                                StreamLimits.defaults(), 4096, 99, 9, 9, 9, GuidWidth.BITS_32),
                        0);
        narrow.addLayout(1, projection);
        writer.begin(FrameHead.of(1, 0));
        writer.bind(new Bind(1, 1, new Guid(1L << 40), 1, 1), root.baseline(projection));
        assertRejected(narrow.receive(writer.finish()), Reason.GUID_RANGE);
    }

    @Test
    void revisionsAreCountedNotSent() {
        receiver.receive(bound(1, 1));
        for (long number = 2; number < 6; number++) {
            var applied = Compacts.applied(receiver.receive(changed(number, 1)));
            assertThat(applied.updates().getFirst().publication())
                    .isInstanceOfSatisfying(
                            Delta.class,
                            delta ->
                                    assertThat(delta.revision())
                                            .isEqualTo(delta.requiredRevision() + 1));
        }
        assertThat(receiver.find(1).orElseThrow().replica().revision()).isEqualTo(5);
        Snapshot state = receiver.find(1).orElseThrow().replica().state().orElseThrow();
        assertThat(state.root().fields().get(GuestRoom.HP)).isEqualTo(new Value.UInt32(104));
    }

    private void assertEdge(
            Refusal.Limit limit, byte[] frame, int edge, IntFunction<CompactLimits> limits) {
        var wide = new CompactReceiver(limits.apply(edge), 0);
        wide.addLayout(1, twoFields);
        Compacts.applied(wide.receive(frame));
        var tight = new CompactReceiver(limits.apply(edge - 1), 0);
        tight.addLayout(1, twoFields);
        assertThat(Compacts.refused(tight.receive(frame)))
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class,
                        over -> {
                            assertThat(over.limit()).isEqualTo(limit);
                            assertThat(over.max()).isEqualTo(edge - 1L);
                            assertThat(over.actual()).isEqualTo(edge);
                        });
    }

    private static CompactLimits limits(int bytes, int work, int streams, int layouts) {
        return new CompactLimits(
                StreamLimits.defaults(), bytes, work, streams, layouts, 9, GuidWidth.BITS_64);
    }

    private CompactReceiver fresh() {
        var fresh = new CompactReceiver(Compacts.LIMITS, 0);
        assertThat(fresh.addLayout(1, projection)).isEmpty();
        return fresh;
    }

    private byte[] bound(long number, int handle) {
        writer.begin(FrameHead.of(number, tick));
        writer.bind(new Bind(handle, 1, guest.guid(), 77, 1), root.baseline(projection));
        return writer.finish();
    }

    /** One more hit point, in a frame of that number. */
    private byte[] changed(long number, int handle) {
        var hp = (Value.UInt32) guest.get(GuestRoom.HP);
        guest.set(GuestRoom.HP, new Value.UInt32(hp.value() + 1));
        Flush base = Flush.of(tick);
        tick++;
        root.flush(Flush.of(tick));
        writer.begin(FrameHead.of(number, tick));
        writer.body(handle, Compacts.body(root.since(projection, base, BodyUse.SHARED)));
        return writer.finish();
    }

    private static void assertRejected(FrameResult result, Reason reason) {
        assertThat(Compacts.refused(result))
                .isInstanceOfSatisfying(
                        Refusal.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
