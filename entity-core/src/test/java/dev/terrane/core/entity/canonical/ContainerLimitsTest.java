package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.Layouts;
import dev.terrane.core.entity.stream.Projection;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
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
