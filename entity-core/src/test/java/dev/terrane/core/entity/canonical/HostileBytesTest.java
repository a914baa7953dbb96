package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Bytes nobody honest sends: typed refusals only, and no more memory than the input earns. */
class HostileBytesTest {
    private static final int FIXED_BYTES = 64 * 1024;

    /** What a byte of a message may cost: the parsed message and the publication made of it. */
    private static final int BYTES_PER_BYTE_MAX = 256;

    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());
    private final StreamBinding binding = Vectors.binding();

    @Test
    void everyTruncationIsRefusedOrAnotherWholePublication() throws Exception {
        for (Subject subject : subjects()) {
            var bytes = encode(subject.publication(), subject.binding());
            for (int length = 0; length < bytes.size(); length++) {
                var decoded = bounded(subject, bytes.substring(0, length));
                assertThat(decoded).isNotEqualTo(new Decoded.Ok<>(subject.publication()));
                assertTyped(decoded, subject.binding());
            }
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrAnotherPublication() throws Exception {
        for (Subject subject : subjects()) {
            var bytes = encode(subject.publication(), subject.binding()).toByteArray();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
                assertTyped(bounded(subject, ByteString.copyFrom(bytes)), subject.binding());
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            }
        }
    }

    /** What work costs that was done before: the first refusal of a kind loads classes. */
    private static <T> AllocationMeter.Measured<T> settled(Callable<T> work) throws Exception {
        return AllocationMeter.cheapest(0, () -> work);
    }

    /** A publication to spoil. */
    private record Subject(Publication publication, StreamBinding binding) {}

    private List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        Vectors.all().values().forEach(vector -> subjects.add(new Subject(vector, binding)));
        StreamBinding nested = ContainerVectors.binding();
        ContainerVectors.all()
                .values()
                .forEach(vector -> subjects.add(new Subject(vector, nested)));
        return subjects;
    }

    /** What the codec says, for no more memory than the message earns. */
    private Decoded<? extends Publication> bounded(Subject subject, ByteString bytes)
            throws Exception {
        long most = bytes.size() * (long) BYTES_PER_BYTE_MAX + FIXED_BYTES;
        Callable<Decoded<? extends Publication>> work =
                () -> decode(subject.publication(), bytes, subject.binding());
        var measured = AllocationMeter.cheapest(most, () -> work);
        assertThat(measured.bytes()).isLessThan(most);
        return measured.value();
    }

    @Test
    void randomEditsNeverThrow() {
        var coverage = new Coverage();
        var publications = Vectors.all().values().toArray(Publication[]::new);
        Seeds.until(
                coverage.goal(100, "Ok", "Refused"),
                8_000,
                random -> {
                    Publication publication = random.choice(publications);
                    byte[] bytes = encode(publication, binding).toByteArray();
                    int edits = random.between(1, 4);
                    for (int i = 0; i < edits; i++) {
                        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                    }
                    coverage.count(
                            decode(publication, ByteString.copyFrom(bytes), binding)
                                    .getClass()
                                    .getSimpleName());
                });
    }

    @Test
    void lengthsThatLieAllocateNothing() throws Exception {
        for (long length : new long[] {1 << 20, Integer.MAX_VALUE, 0xFFFF_FFFFL, -1}) {
            var bytes = lying(length);
            var measured = settled(() -> codec.decodeDelta(bytes, binding));
            assertThat(measured.value()).isInstanceOf(Decoded.Refused.class);
            assertThat(measured.bytes()).isLessThan(FIXED_BYTES);
        }
    }

    @Test
    void manyEmptyRecordsAreRefusedBeforeTheyAreBuilt() throws Exception {
        byte[] records = new byte[2 << 20];
        for (int i = 0; i < records.length; i += 2) {
            records[i] = 0x1A;
        }
        var bytes = wrap(ByteString.copyFrom(records));
        var measured = settled(() -> codec.decodeDelta(bytes, binding));
        assertThat(measured.value())
                .isEqualTo(
                        new Decoded.Refused<>(
                                new Refusal.OverLimit(
                                        Refusal.Limit.MESSAGE_RECORDS,
                                        132_096,
                                        132_097,
                                        "message")));
        assertThat(measured.bytes()).isLessThan(FIXED_BYTES);
    }

    @Test
    void manyUnknownFieldsAreRefusedBeforeTheyAreBuilt() throws Exception {
        byte[] records = new byte[3 << 20];
        for (int i = 0; i < records.length; i += 3) {
            records[i] = (byte) 0xA0;
            records[i + 1] = 0x06;
        }
        var measured = settled(() -> codec.decodeDelta(ByteString.copyFrom(records), binding));
        assertThat(measured.value()).isInstanceOf(Decoded.Refused.class);
        assertThat(measured.bytes()).isLessThan(records.length + FIXED_BYTES);
    }

    @Test
    void deepNestingIsMalformedNotAStackOverflow() {
        byte[] groups = new byte[1 << 20];
        Arrays.fill(groups, (byte) 0x0B);
        assertThat(codec.decodeDelta(ByteString.copyFrom(groups), binding))
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOfSatisfying(
                                                Refusal.Rejected.class,
                                                rejected ->
                                                        assertThat(rejected.reason())
                                                                .isEqualTo(Reason.MALFORMED)));
    }

    private ByteString encode(Publication publication, StreamBinding to) {
        return Forms.made(codec.encode(publication, to));
    }

    private Decoded<? extends Publication> decode(
            Publication like, ByteString bytes, StreamBinding from) {
        return switch (like) {
            case Baseline _ -> codec.decodeBaseline(bytes, from);
            case Delta _ -> codec.decodeDelta(bytes, from);
        };
    }

    /** Either refused with a place, or a publication that is judged whole and encodes again. */
    private void assertTyped(Decoded<? extends Publication> decoded, StreamBinding to) {
        switch (decoded) {
            case Decoded.Ok<? extends Publication> ok -> encode(ok.value(), to);
            case Decoded.Refused<? extends Publication> refused ->
                    assertThat(refused.refusal().location()).isNotNull();
        }
    }

    private static ByteString lying(long length) throws IOException {
        var out = ByteString.newOutput();
        var coded = CodedOutputStream.newInstance(out);
        coded.writeUInt32NoTag((5 << 3) | 2);
        coded.writeUInt64NoTag(length);
        coded.flush();
        return out.toByteString();
    }

    private static ByteString wrap(ByteString patch) throws IOException {
        var out = ByteString.newOutput();
        var coded = CodedOutputStream.newInstance(out);
        coded.writeBytes(5, patch);
        coded.flush();
        return out.toByteString();
    }
}
