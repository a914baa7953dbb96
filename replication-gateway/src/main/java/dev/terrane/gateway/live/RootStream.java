package dev.terrane.gateway.live;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publisher;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.entity.stream.StreamNumbering;
import org.jspecify.annotations.Nullable;

/**
 * One root for one projection class: one publisher, and each of its bodies encoded once for all
 * recipients. Its revision counts the changes these recipients can see; a peer's own revision
 * starts at 1 with its bind. Owned by the stage's thread.
 */
final class RootStream {
    private final Entity entity;
    private final ProjectionClass projection;
    private final StreamLimits limits;
    private final StreamNumbering numbering;
    private final StreamBinding binding;
    private final Publisher publisher;
    private final BodyCodec codec;
    private int recipients;
    private @Nullable EncodedBody snapshot;
    private @Nullable EncodedBody patch;

    /**
     * Opens the stream at the entity's present state.
     *
     * @throws IllegalStateException when the entity's state is over a limit of streams
     */
    RootStream(Entity entity, ProjectionClass projection, StreamLimits limits, BodyCodec codec) {
        this.entity = entity;
        this.projection = projection;
        this.limits = limits;
        this.codec = codec;
        // Guids are never given twice, but a kernel that forgets ended lifetimes skips numbers.
        this.binding =
                new StreamBinding(
                        projection.schemaId(),
                        entity.guid(),
                        entity.lifetime(),
                        1,
                        projection.layout());
        this.numbering = new StreamNumbering(binding);
        Publication.Baseline first = new Publication.Baseline(1, 1, capture());
        this.publisher =
                switch (Publisher.open(binding, first, limits)) {
                    case Publisher.Opened.Open(Publisher opened) -> opened;
                    case Publisher.Opened.Refused(Refusal refusal) -> throw refused(refusal);
                };
    }

    ProjectionClass projection() {
        return projection;
    }

    /** Lifetime number of the entity's guid in the stage generation. */
    long incarnation() {
        return binding.incarnation();
    }

    /**
     * Compares with what was published last; call once a flush.
     *
     * @return whether these recipients see a change
     */
    boolean flush() {
        patch = null;
        return switch (publisher.update(capture())) {
            case Publisher.Update.Unchanged() -> false;
            case Publisher.Update.Published(Publication.Delta delta) -> {
                patch = codec.encodePatch(delta, binding);
                snapshot = null;
                yield true;
            }
            case Publisher.Update.Refused(Refusal refusal) -> throw refused(refusal);
        };
    }

    /** Whether the last {@link #flush()} found a change. */
    boolean hasPatch() {
        return patch != null;
    }

    /** The change of the last {@link #flush()}; only after it returned true. */
    EncodedBody patch() {
        if (patch == null) {
            throw new IllegalStateException("no change was flushed");
        }
        return patch;
    }

    /** Complete state at the present revision. */
    EncodedBody snapshot() {
        if (snapshot == null) {
            snapshot = codec.encodeSnapshot(publisher.baseline(), binding);
        }
        return snapshot;
    }

    long revision() {
        return publisher.revision();
    }

    void addRecipient() {
        recipients++;
    }

    /** Returns whether nobody is left. */
    boolean removeRecipient() {
        return --recipients == 0;
    }

    private Snapshot capture() {
        Snapshot captured =
                switch (Capture.capture(entity, binding, limits.snapshot())) {
                    case Capture.Result.Captured(Snapshot taken) -> taken;
                    case Capture.Result.Refused(Refusal refusal) -> throw refused(refusal);
                };
        return switch (numbering.translate(captured)) {
            case StreamNumbering.Result.Numbered(Snapshot numbered) -> numbered;
            case StreamNumbering.Result.Refused(Refusal refusal) -> throw refused(refusal);
        };
    }

    private IllegalStateException refused(Refusal refusal) {
        return new IllegalStateException(
                "stream of " + projection.className() + " " + entity.guid() + ": " + refusal);
    }
}
