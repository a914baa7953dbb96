package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLayout;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import dev.terrane.core.entity.stream.Streams;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Recorded bytes of publications with children and of their layout, the same bytes spoiled, and the
 * layouts that do not fit. {@code -Dterrane.golden.record=true} writes the files anew.
 */
class ContainerGoldenTest {
    private static final Path FOLDER =
            Path.of("..", "shared-proto", "golden", "entity", "containers");

    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());
    private final StreamBinding binding = ContainerVectors.binding();
    private final Map<String, Publication> vectors = ContainerVectors.all();

    @Test
    void bytesAndJsonAreAsRecorded() throws IOException {
        for (Map.Entry<String, Publication> vector : vectors.entrySet()) {
            ByteString bytes = Forms.made(codec.encode(vector.getValue(), binding));
            Message message =
                    switch (vector.getValue()) {
                        case Baseline _ -> NestedBaseline.parseFrom(bytes);
                        case Delta _ -> NestedDelta.parseFrom(bytes);
                    };
            Forms.compare(FOLDER, vector.getKey(), bytes, message);
            assertThat(decode(vector.getValue(), bytes))
                    .isEqualTo(new Decoded.Ok<>(vector.getValue()));
        }
    }

    @Test
    void theLayoutIsAsRecordedAndComesBack() throws IOException {
        var message = TreeLayoutCodec.toMessage(binding.tree());
        Forms.compare(FOLDER, "layout", message.toByteString(), message);
        assertThat(layout(message, SnapshotLimits.defaults()))
                .isEqualTo(new Decoded.Ok<>(binding.tree()));
        var named =
                new StreamLayout(
                        binding.layout(),
                        new IndexMap.Builder<ChildRule>()
                                .put(
                                        Boxes.LEFT,
                                        new ChildRule(null, Map.of(new Guid(-5), binding.tree())))
                                .put(Boxes.RIGHT, ChildRule.of(binding.tree()))
                                .build());
        assertThat(layout(TreeLayoutCodec.toMessage(named), SnapshotLimits.defaults()))
                .isEqualTo(new Decoded.Ok<>(named));
    }

    @Test
    void precisionTravelsWithItsLayout() throws IOException {
        var exact =
                Streams.layout(
                        GuestRoom.guest(GuestRoom.kernel()),
                        EntityProjection.ofFields(
                                GuestRoom.PLAYER,
                                List.of(GuestRoom.X, GuestRoom.HP, GuestRoom.FLOAT)));
        var precision =
                Quantisation.ofFields(
                        new IndexMap.Builder<FixedPoint>()
                                .put(GuestRoom.X, new FixedPoint(8))
                                .put(GuestRoom.FLOAT, new FixedPoint(0))
                                .build());
        var projection =
                ((ProjectionClass.Result.Ok) ProjectionClass.of(GuestRoom.SCHEMA, exact, precision))
                        .projection();
        var message = TreeLayoutCodec.toMessage(projection);
        Forms.compare(FOLDER, "layout-precision", message.toByteString(), message);
        assertThat(precise(message)).isEqualTo(new Decoded.Ok<>(projection));
        var wrong = message.toBuilder();
        wrong.getFieldsBuilder(0).setFractionBits(33);
        assertRejected(precise(wrong.build()), Reason.FIXED_POINT);
        wrong.getFieldsBuilder(0).clearFractionBits();
        wrong.getFieldsBuilder(1).setFractionBits(3);
        assertRejected(precise(wrong.build()), Reason.FIXED_POINT);
    }

    @Test
    void everyTruncationAndFlippedBitIsRefusedOrAnotherPublication() {
        for (Publication publication : vectors.values()) {
            byte[] bytes = Forms.made(codec.encode(publication, binding)).toByteArray();
            for (int length = 0; length < bytes.length; length++) {
                assertThat(decode(publication, ByteString.copyFrom(bytes, 0, length)))
                        .isNotEqualTo(new Decoded.Ok<>(publication));
            }
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
                if (decode(publication, ByteString.copyFrom(bytes))
                        instanceof Decoded.Refused<? extends Publication>(Refusal refusal)) {
                    assertThat(refusal.location()).isNotNull();
                }
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            }
        }
    }

    @Test
    void containersAndSlotsTwiceOrOfNoNumberAreRefused() throws Exception {
        var baseline =
                NestedBaseline.parseFrom(
                        Forms.made(codec.encode(vector("baseline-children"), binding)));
        var root = baseline.getSnapshot().getRoot();
        var twice = baseline.toBuilder();
        twice.getSnapshotBuilder().getRootBuilder().addContainers(root.getContainers(0));
        assertRejected(codec.fromMessage(twice.build(), binding), Reason.DUPLICATE);
        var slots = baseline.toBuilder();
        slots.getSnapshotBuilder()
                .getRootBuilder()
                .getContainersBuilder(0)
                .addSlots(root.getContainers(0).getSlots(0));
        assertRejected(codec.fromMessage(slots.build(), binding), Reason.DUPLICATE);
        slots.getSnapshotBuilder()
                .getRootBuilder()
                .getContainersBuilder(0)
                .getSlotsBuilder(1)
                .setSlot(0);
        assertRejected(codec.fromMessage(slots.build(), binding), Reason.INDEX_RANGE);
        var replaced =
                NestedDelta.parseFrom(Forms.made(codec.encode(vector("delta-swap"), binding)))
                        .toBuilder();
        var replacement = replaced.getRootBuilder().getContainersBuilder(0).getReplacementBuilder();
        replacement.addSlots(replacement.getSlots(0));
        assertRejected(codec.fromMessage(replaced.build(), binding), Reason.DUPLICATE);
        var patched =
                NestedDelta.parseFrom(Forms.made(codec.encode(vector("delta-patch"), binding)))
                        .toBuilder();
        var patch = patched.getRootBuilder().getContainersBuilder(0).getPatchBuilder();
        patch.addSlots(patch.getSlots(0));
        assertRejected(codec.fromMessage(patched.build(), binding), Reason.DUPLICATE);
        patched.getRootBuilder()
                .addContainers(patched.getRoot().getContainers(0))
                .getContainersBuilder(0)
                .getPatchBuilder()
                .removeSlots(1);
        assertRejected(codec.fromMessage(patched.build(), binding), Reason.DUPLICATE);
    }

    @Test
    void layoutsAreHeldToDepthEntitiesMembersAndClass() {
        var message = TreeLayoutCodec.toMessage(binding.tree());
        // Two levels of two containers: 1 + 2 + 4 entities; 3 members and 2 containers inside.
        int members = 3 * 7 + 2 * 3;
        assertThat(layout(message, new SnapshotLimits(2, 7, 9, members, 99, 9)))
                .isInstanceOf(Decoded.Ok.class);
        assertOver(
                layout(message, new SnapshotLimits(1, 7, 9, members, 99, 9)),
                Refusal.Limit.ENTITY_DEPTH);
        assertOver(
                layout(message, new SnapshotLimits(2, 6, 9, members, 99, 9)),
                Refusal.Limit.STREAM_ENTITIES);
        assertOver(
                layout(message, new SnapshotLimits(2, 7, 9, members - 1, 99, 9)),
                Refusal.Limit.MEMBERS);
        var foreign = message.toBuilder();
        foreign.getContainersBuilder(0).setChildClass("Note");
        assertRejected(layout(foreign.build(), SnapshotLimits.defaults()), Reason.CLASS_MISMATCH);
        var twice = message.toBuilder().addContainers(message.getContainers(0));
        assertRejected(layout(twice.build(), SnapshotLimits.defaults()), Reason.DUPLICATE);
    }

    private static Decoded<ProjectionClass> precise(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message) {
        return TreeLayoutCodec.classFromMessage(
                GuestRoom.SCHEMA, message, new SnapshotLimits(1, 3, 99, 9), GuidWidth.BITS_64);
    }

    private static Decoded<StreamLayout> layout(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message, SnapshotLimits limits) {
        return TreeLayoutCodec.fromMessage(message, limits, GuidWidth.BITS_64);
    }

    private static void assertRejected(Decoded<?> decoded, Reason reason) {
        assertThat(decoded)
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOfSatisfying(
                                                Refusal.Rejected.class,
                                                why -> assertThat(why.reason()).isEqualTo(reason)));
    }

    private static void assertOver(Decoded<?> decoded, Refusal.Limit limit) {
        assertThat(decoded)
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOfSatisfying(
                                                Refusal.OverLimit.class,
                                                over -> assertThat(over.limit()).isEqualTo(limit)));
    }

    private Publication vector(String name) {
        return Objects.requireNonNull(vectors.get(name));
    }

    private Decoded<? extends Publication> decode(Publication like, ByteString bytes) {
        return switch (like) {
            case Baseline _ -> codec.decodeBaseline(bytes, binding);
            case Delta _ -> codec.decodeDelta(bytes, binding);
        };
    }
}
