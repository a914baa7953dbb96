package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.compact.FrameSequences.Sequence;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes nobody honest sends: typed refusals only, every replica hidden, and bounded memory. */
class CompactHostileTest {
    private static final int FIXED_BYTES = 64 * 1024;

    /** What a byte of a frame may cost: an object for a row or a child, and its maps. */
    private static final int BYTES_PER_BYTE_MAX = 256;

    private final List<Sequence> sequences = FrameSequences.all();

    @Test
    void everyTruncationIsRefused() throws Exception {
        for (Sequence sequence : sequences) {
            byte[] last = sequence.last();
            for (int length = 0; length < last.length; length++) {
                // A shorter slice is a slice, and what it joins to is judged by its own bytes.
                if ((last[1] & FrameHead.SLICE) == 0) {
                    Received received = bounded(sequence, Arrays.copyOf(last, length));
                    Compacts.refused(received.result());
                    FrameSequences.assertHidden(received.receiver());
                }
            }
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrAnotherWholeFrame() throws Exception {
        var coverage = new Coverage();
        for (Sequence sequence : sequences) {
            byte[] last = sequence.last();
            for (int bit = 0; bit < last.length * 8; bit++) {
                last[bit / 8] ^= (byte) (1 << (bit % 8));
                Received received = bounded(sequence, last);
                coverage.count(FrameSequences.judge(received.receiver(), received.result()));
                last[bit / 8] ^= (byte) (1 << (bit % 8));
            }
        }
        coverage.requireAtLeast(100, "Applied", "Refused");
        coverage.requireAtLeast(30, "Duplicate");
    }

    @Test
    void randomEditsNeverThrow() {
        var coverage = new Coverage();
        Seeds.forEach(
                12_000,
                random -> {
                    Sequence sequence = sequences.get(random.nextInt(sequences.size()));
                    byte[] last = sequence.last();
                    int edits = random.between(1, 3);
                    for (int i = 0; i < edits; i++) {
                        last[random.between(6, last.length - 1)] = (byte) random.nextInt();
                    }
                    CompactReceiver receiver = sequence.before();
                    coverage.count(FrameSequences.judge(receiver, receiver.receive(last)));
                });
        coverage.requireAtLeast(100, "Applied", "Refused");
    }

    @Test
    void rowsWithoutColumnsCannotMultiplyAFewBytes() throws Exception {
        var guest = GuestRoom.guest(GuestRoom.kernel());
        ProjectionClass rows =
                Compacts.exact(
                        guest,
                        EntityProjection.of(
                                GuestRoom.PLAYER,
                                List.of(),
                                List.of(new TableSelection(GuestRoom.INVENTORY, List.of()))));
        int work = 1_000;
        var limits =
                new CompactLimits(StreamLimits.defaults(), 4096, work, 9, 9, 9, GuidWidth.BITS_64);
        var sink = new ByteSink();
        sink.varint(1);
        sink.varint(0);
        sink.varint(IndexMap.KEY_MAX - 1);
        var writer = new FrameWriter(limits);
        writer.begin(FrameHead.of(1, 0));
        writer.bind(new Bind(1, 1, guest.guid(), 1, 1), CompactBody.of(sink, 0));
        byte[] frame = writer.finish();
        long most = work * 64L + FIXED_BYTES;
        var measured =
                AllocationMeter.cheapest(
                        most,
                        () -> {
                            var receiver = new CompactReceiver(limits, 0);
                            receiver.addLayout(1, rows);
                            return () -> receiver.receive(frame);
                        });
        assertThat(Compacts.refused(measured.value()))
                .isEqualTo(
                        new Refusal.OverLimit(Refusal.Limit.FRAME_WORK, work, work + 1L, "frame"));
        assertThat(measured.bytes()).isLessThan(most);
    }

    @Test
    void lengthsThatLieAllocateNothing() throws Exception {
        for (long length : new long[] {65_536, 65_537, Integer.MAX_VALUE, Long.MAX_VALUE, -1}) {
            var sink = new ByteSink();
            // Fields in projection order: id, then name.
            sink.u8(0b10);
            sink.varint(length);
            var writer = new FrameWriter(Compacts.LIMITS);
            writer.begin(FrameHead.of(2, 1));
            writer.body(1, CompactBody.of(sink, 0));
            byte[] frame = writer.finish();
            Received received = bounded(named("set-string"), frame, FIXED_BYTES);
            Compacts.refused(received.result());
            FrameSequences.assertHidden(received.receiver());
        }
    }

    private record Received(CompactReceiver receiver, FrameResult result) {}

    /** What a receiver says, for no more memory than the frame earns. */
    private static Received bounded(Sequence sequence, byte[] frame) throws Exception {
        return bounded(sequence, frame, frame.length * (long) BYTES_PER_BYTE_MAX + FIXED_BYTES);
    }

    private static Received bounded(Sequence sequence, byte[] frame, long most) throws Exception {
        var measured =
                AllocationMeter.cheapest(
                        most,
                        () -> {
                            CompactReceiver receiver = sequence.before();
                            return () -> new Received(receiver, receiver.receive(frame));
                        });
        assertThat(measured.bytes()).isLessThan(most);
        return measured.value();
    }

    private Sequence named(String name) {
        return sequences.stream()
                .filter(sequence -> sequence.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
