package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Layouts;
import dev.terrane.core.entity.stream.Projection;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLayout;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.entity.stream.StreamNumbering;
import dev.terrane.core.entity.stream.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The documented limits of children, at the edge and one more, each alone. */
class ContainerLimitsTest {
    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());
    private final Kernel kernel = Boxes.kernel();
    private final Entity root = Boxes.box(kernel);

    @Test
    void eightLevelsPassAndNineAreRefused() {
        Entity at = root;
        for (int level = 0; level < 8; level++) {
            at = Boxes.box(Boxes.left(at), 1);
        }
        assertTravels(Boxes.binding(root, chain(8)));
        assertThat(
                        Layouts.selectTree(
                                Boxes.catalog(),
                                new Projection(Boxes.SCHEMA, root.guid(), chain(9)),
                                SnapshotLimits.defaults()))
                .isEqualTo(
                        new Layouts.TreeResult.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.ENTITY_DEPTH, 8, 9, Boxes.BOX)));
    }

    @Test
    void aThousandAndTwentyFourEntitiesPassAndOneMoreIsRefused() {
        StreamBinding binding = Boxes.binding(root, chain(1));
        for (int slot = 1; slot <= 1_023; slot++) {
            Boxes.box(Boxes.left(root), slot);
        }
        assertTravels(binding);
        Boxes.box(Boxes.left(root), 1_024);
        assertThat(Capture.capture(root, binding, SnapshotLimits.defaults()))
                .isEqualTo(
                        new Capture.Result.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.STREAM_ENTITIES, 1_024, 1_025, Boxes.BOX)));
    }

    @Test
    void detachedChildrenCountAsRememberedLifetimes() {
        StreamBinding binding = Boxes.binding(root, chain(1));
        var numbering = new StreamNumbering(binding);
        // The root with its table, then two entries for each child that was ever seen.
        var edge = new StreamLimits(SnapshotLimits.defaults(), 99, 99, 999, 2 + 2 * 3);
        var receiver = new Replica(binding, edge);
        var sender =
                Streams.publisher(
                        binding, Streams.numbered(numbering, Streams.capture(root, binding)));
        receiver.apply(sender.baseline());
        ApplyResult last = new ApplyResult.Duplicate(0);
        for (int child = 1; child <= 4; child++) {
            assertThat(child == 1 || last instanceof ApplyResult.Applied).isTrue();
            Boxes.left(root).remove(1);
            Boxes.box(Boxes.left(root), 1);
            last =
                    receiver.apply(
                            Streams.published(
                                    sender.update(
                                            Streams.numbered(
                                                    numbering, Streams.capture(root, binding)))));
        }
        assertThat(last)
                .isInstanceOfSatisfying(
                        ApplyResult.Rejected.class,
                        rejected ->
                                assertThat(((Refusal.OverLimit) rejected.refusal()).limit())
                                        .isEqualTo(Refusal.Limit.LIFETIME_ENTRIES));
    }

    /** Whoever sent it: a receiver judges for itself, states and the patches that make them. */
    @Test
    void aReceiverRefusesWhatNoCaptureWouldShow() {
        StreamBinding wide = Boxes.binding(root, chain(1));
        Baseline full = new Baseline(1, 1, new Snapshot(Boxes.SCHEMA, holding(slots(1_023))));
        Baseline over = new Baseline(1, 1, new Snapshot(Boxes.SCHEMA, holding(slots(1_024))));
        var tooMany = new Refusal.OverLimit(Refusal.Limit.STREAM_ENTITIES, 1_024, 1_025, Boxes.BOX);
        assertThat(codec.encode(over, wide)).isEqualTo(new Encoded.Refused<>(tooMany));
        ByteString bytes = encoded(lavish(9, 1_025), over, wide);
        assertThat(codec.decodeBaseline(bytes, wide)).isEqualTo(new Decoded.Refused<>(tooMany));
        var replica = new Replica(wide, StreamLimits.defaults());
        assertThat(replica.apply(full)).isEqualTo(new ApplyResult.Applied(1));
        Snapshot shown = replica.state().orElseThrow();
        var more =
                new EntityPatch(
                        root.guid(),
                        1,
                        IndexMap.empty(),
                        IndexMap.empty(),
                        IndexMap.of(Boxes.LEFT, new ContainerChange.Replacement(slots(1_024))));
        assertThat(replica.apply(new Delta(Boxes.SCHEMA, 1, 1, 2, more, false)))
                .isInstanceOfSatisfying(
                        ApplyResult.Rejected.class,
                        rejected ->
                                assertThat(((Refusal.OverLimit) rejected.refusal()).limit())
                                        .isEqualTo(Refusal.Limit.STREAM_ENTITIES));
        assertThat(replica.state()).isEmpty();
        assertThat(shown.root().containers().get(Boxes.LEFT).slots().size()).isEqualTo(1_023);
    }

    @Test
    void aReceiverRefusesTheNinthLevel() {
        StreamLayout ten = layout(10);
        var binding =
                new StreamBinding(Boxes.SCHEMA, root.guid(), 1, 1, ten.members(), ten.children());
        var eight = new Baseline(1, 1, new Snapshot(Boxes.SCHEMA, nested(root.guid().value(), 8)));
        var over = new Baseline(1, 1, new Snapshot(Boxes.SCHEMA, nested(root.guid().value(), 9)));
        var tooDeep = new Refusal.OverLimit(Refusal.Limit.ENTITY_DEPTH, 8, 9, Boxes.BOX);
        assertThat(codec.decodeBaseline(encoded(lavish(9, 99), eight, binding), binding))
                .isEqualTo(new Decoded.Ok<>(eight));
        assertThat(codec.decodeBaseline(encoded(lavish(9, 99), over, binding), binding))
                .isEqualTo(new Decoded.Refused<>(tooDeep));
        assertThat(codec.encode(over, binding)).isEqualTo(new Encoded.Refused<>(tooDeep));
        assertThat(new Replica(binding, StreamLimits.defaults()).apply(over))
                .isEqualTo(new ApplyResult.Rejected(tooDeep));
    }

    /** A codec of somebody who allows more. */
    private static CanonicalCodec lavish(int depth, int entities) {
        var snapshot = new SnapshotLimits(depth, entities, 65_536, 65_536, 1 << 20, 65_536);
        var stream = new StreamLimits(snapshot, 65_536, 65_536, 1 << 20, 132_096);
        return new CanonicalCodec(
                new CodecLimits(stream, 4 << 20, 132_096, 128, GuidWidth.BITS_64));
    }

    private static ByteString encoded(
            CanonicalCodec with, Publication publication, StreamBinding binding) {
        return ((Encoded.Ok<ByteString>) with.encode(publication, binding)).form();
    }

    private StreamLayout layout(int levels) {
        var projection = new Projection(Boxes.SCHEMA, root.guid(), chain(levels));
        var limits = new SnapshotLimits(levels, 99, 99, 999, 9_999, 9);
        var selected = Layouts.selectTree(Boxes.catalog(), projection, limits);
        return ((Layouts.TreeResult.Selected) selected).layout();
    }

    /** The root with these children. */
    private EntitySnapshot holding(IndexMap<EntitySnapshot> slots) {
        return box(root.guid().value(), IndexMap.of(Boxes.LEFT, new ContainerSnapshot(slots)));
    }

    private static IndexMap<EntitySnapshot> slots(int count) {
        var slots = new IndexMap.Builder<EntitySnapshot>();
        for (int slot = 1; slot <= count; slot++) {
            slots.put(slot, box(1_000L + slot, IndexMap.empty()));
        }
        return slots.build();
    }

    private static EntitySnapshot nested(long guid, int levels) {
        IndexMap<EntitySnapshot> slots = IndexMap.empty();
        if (levels > 0) {
            slots = IndexMap.of(1, nested(guid + 1, levels - 1));
        }
        return box(guid, IndexMap.of(Boxes.LEFT, new ContainerSnapshot(slots)));
    }

    private static EntitySnapshot box(long guid, IndexMap<ContainerSnapshot> containers) {
        return new EntitySnapshot(
                new Guid(guid),
                1,
                Boxes.BOX,
                IndexMap.of(Boxes.SIZE, new Value.UInt32(0)),
                IndexMap.of(Boxes.NOTES, new TableSnapshot("Note", IndexMap.empty())),
                containers);
    }

    private void assertTravels(StreamBinding binding) {
        var numbering = new StreamNumbering(binding);
        Snapshot state = Streams.numbered(numbering, Streams.capture(root, binding));
        Publication baseline = Streams.publisher(binding, state).baseline();
        var bytes = ((Encoded.Ok<ByteString>) codec.encode(baseline, binding)).form();
        var decoded = ((Decoded.Ok<Baseline>) codec.decodeBaseline(bytes, binding)).value();
        var replica = new Replica(binding, StreamLimits.defaults());
        assertThat(replica.apply(decoded)).isEqualTo(new ApplyResult.Applied(1));
        assertThat(replica.state()).contains(state);
    }

    /** Sizes that many levels deep, in the left containers. */
    private static EntityProjection chain(int levels) {
        var notes = List.of(new EntityProjection.TableSelection(Boxes.NOTES, List.<Long>of()));
        return new EntityProjection(
                Boxes.BOX,
                List.of(Boxes.SIZE),
                notes,
                levels == 0
                        ? List.of()
                        : List.of(ContainerSelection.ofEvery(Boxes.LEFT, chain(levels - 1))));
    }
}
