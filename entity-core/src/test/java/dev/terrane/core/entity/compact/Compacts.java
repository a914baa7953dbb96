package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Forms;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.Streams;
import java.util.ArrayList;
import java.util.List;

/** Projection classes, bodies and receivers that must succeed. */
final class Compacts {
    static final CompactLimits LIMITS = CompactLimits.defaults();

    private static final CanonicalCodec CANONICAL = new CanonicalCodec(CodecLimits.defaults());

    /** A peer that knows every child by its guid, and every layout as the first. */
    static final ChildNames NAMES =
            new ChildNames() {
                @Override
                public int networkId(Guid child) {
                    return (int) child.value();
                }

                @Override
                public int layout(ProjectionClass projection) {
                    return 1;
                }
            };

    private Compacts() {}

    /** Every field and both tables of the player. */
    static EntityProjection everything() {
        List<Long> fields = new ArrayList<>();
        GuestRoom.player().fields().forEach((field, index) -> fields.add(index));
        var columns = List.of(GuestRoom.COUNT, GuestRoom.LABEL);
        return EntityProjection.of(
                GuestRoom.PLAYER,
                fields,
                List.of(
                        new TableSelection(GuestRoom.INVENTORY, columns),
                        new TableSelection(GuestRoom.EFFECTS, columns)));
    }

    static ProjectionClass exact(Entity entity, EntityProjection selection) {
        return ProjectionClass.exact(GuestRoom.SCHEMA, Streams.layout(entity, selection));
    }

    static ProjectionClass quantised(
            Entity entity, EntityProjection selection, IndexMap<FixedPoint> fields) {
        return switch (ProjectionClass.of(
                GuestRoom.SCHEMA,
                Streams.layout(entity, selection),
                Quantisation.ofFields(fields))) {
            case ProjectionClass.Result.Ok(ProjectionClass projection) -> projection;
            case ProjectionClass.Result.Refused(Refusal refusal) -> throw fail(refusal);
        };
    }

    static Snapshot capture(Entity entity, ProjectionClass projection) {
        return switch (Capture.capture(entity, projection, SnapshotLimits.defaults())) {
            case Capture.Result.Captured(Snapshot snapshot) -> snapshot;
            case Capture.Result.Refused(Refusal refusal) -> throw fail(refusal);
        };
    }

    /** What the canonical codec makes of a delta. */
    static Publication canonically(StreamBinding binding, Publication.Delta delta) {
        return Forms.read(
                CANONICAL.decodeDelta(
                        Forms.made(CANONICAL.encode((Publication) delta, binding)), binding));
    }

    static CompactBody body(BodyResult result) {
        return switch (result) {
            case BodyResult.Encoded(CompactBody body) -> body;
            case BodyResult.Unchanged() -> throw new AssertionError("unchanged");
            case BodyResult.Refused(Refusal refusal) -> throw fail(refusal);
        };
    }

    static FrameResult.Applied applied(FrameResult result) {
        if (result instanceof FrameResult.Applied applied) {
            return applied;
        }
        throw new AssertionError(result.toString());
    }

    static Refusal refused(FrameResult result) {
        if (result instanceof FrameResult.Refused(Refusal refusal)) {
            return refusal;
        }
        throw new AssertionError(result.toString());
    }

    /** What a state shows without its lifetime numbers: fields, then rows by table and number. */
    static List<Object> shown(EntitySnapshot root) {
        List<Object> shown = new ArrayList<>();
        shown.add(root.fields());
        root.tables()
                .forEach(
                        (table, index) -> {
                            var rows = new IndexMap.Builder<IndexMap<Value>>();
                            table.rows().forEach((row, number) -> rows.put(number, row.columns()));
                            shown.add(rows.build());
                        });
        return shown;
    }

    static AssertionError fail(Refusal refusal) {
        return new AssertionError(refusal.toString());
    }
}
