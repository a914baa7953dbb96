package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import java.util.List;
import java.util.Optional;

/** Builds bindings, captures and publishers that must succeed, and judges what is applied. */
public final class Streams {
    private Streams() {}

    /** Name, x, hp and the inventory with both columns. */
    public static EntityProjection usual() {
        return EntityProjection.of(
                GuestRoom.PLAYER,
                List.of(GuestRoom.NAME, GuestRoom.X, GuestRoom.HP),
                List.of(
                        new TableSelection(
                                GuestRoom.INVENTORY, List.of(GuestRoom.COUNT, GuestRoom.LABEL))));
    }

    /** The layout of a selection. */
    public static EntityLayout layout(Entity entity, EntityProjection selection) {
        var projection = new Projection(GuestRoom.SCHEMA, entity.guid(), selection);
        return switch (Layouts.select(entity.layout(), projection, SnapshotLimits.defaults())) {
            case Layouts.Result.Selected(EntityLayout layout) -> layout;
            case Layouts.Result.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** A binding at generation 1 with the kernel's own incarnation. */
    public static StreamBinding binding(Entity entity, EntityProjection selection) {
        return new StreamBinding(
                GuestRoom.SCHEMA, entity.guid(), entity.lifetime(), 1, layout(entity, selection));
    }

    /** What the binding shows of the entity now. */
    public static Snapshot capture(Entity entity, StreamBinding binding) {
        return switch (Capture.capture(entity, binding, SnapshotLimits.defaults())) {
            case Capture.Result.Captured(Snapshot snapshot) -> snapshot;
            case Capture.Result.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** A publisher at revision 1. */
    public static Publisher publisher(StreamBinding binding, Snapshot snapshot) {
        var initial = new Baseline(binding.generation(), 1, snapshot);
        return switch (Publisher.open(binding, initial, StreamLimits.defaults())) {
            case Publisher.Opened.Open(Publisher publisher) -> publisher;
            case Publisher.Opened.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** The delta of an update that must have published one. */
    public static Delta published(Publisher.Update update) {
        return switch (update) {
            case Publisher.Update.Published(Delta delta) -> delta;
            case Publisher.Update.Unchanged _ -> throw new AssertionError("unchanged");
            case Publisher.Update.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** The delta of an update; empty when nothing changed. */
    public static Optional<Delta> update(Publisher publisher, Snapshot snapshot) {
        return switch (publisher.update(snapshot)) {
            case Publisher.Update.Published(Delta delta) -> Optional.of(delta);
            case Publisher.Update.Unchanged _ -> Optional.empty();
            case Publisher.Update.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** The capture in the stream's own numbers. */
    public static Snapshot numbered(StreamNumbering numbering, Snapshot captured) {
        return switch (numbering.translate(captured)) {
            case StreamNumbering.Result.Numbered(Snapshot snapshot) -> snapshot;
            case StreamNumbering.Result.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** It was rejected, and why. */
    public static void assertRejected(ApplyResult result, Reason reason) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        ApplyResult.Rejected.class,
                        rejected ->
                                assertThat(rejected.refusal())
                                        .isInstanceOfSatisfying(
                                                Refusal.Rejected.class,
                                                why -> assertThat(why.reason()).isEqualTo(reason)));
    }
}
