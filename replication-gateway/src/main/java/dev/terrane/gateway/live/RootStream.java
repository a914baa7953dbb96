package dev.terrane.gateway.live;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.canonical.Encoded;
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
 *
 * <pre>
 * LIVE    flush: unchanged, changed; refused leads to ENDED
 * ENDED   its recipients need another stream
 * </pre>
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

    private RootStream(
            Entity entity,
            ProjectionClass projection,
            StreamLimits limits,
            BodyCodec codec,
            StreamNumbering numbering,
            Publisher publisher) {
        this.entity = entity;
        this.projection = projection;
        this.limits = limits;
        this.codec = codec;
        this.binding = publisher.binding();
        this.numbering = numbering;
        this.publisher = publisher;
    }

    /** What became of opening. */
    sealed interface Opened {
        /**
         * The stream is live.
         *
         * @param stream at the entity's present state
         */
        record Open(RootStream stream) implements Opened {}

        /**
         * The entity's state is over a limit of streams.
         *
         * @param refusal which
         */
        record Refused(Refusal refusal) implements Opened {}
    }

    /** What became of a flush. */
    sealed interface Flushed {
        /** These recipients see no change. */
        record Unchanged() implements Flushed {}

        /** There is a patch. */
        record Changed() implements Flushed {}

        /**
         * State or change is over a limit of streams; this one has ended.
         *
         * @param refusal which
         */
        record Refused(Refusal refusal) implements Flushed {}
    }

    /** Opens the stream at the entity's present state. */
    static Opened open(
            Entity entity, ProjectionClass projection, StreamLimits limits, BodyCodec codec) {
        // Guids are never given twice, but a kernel that forgets ended lifetimes skips numbers.
        var binding =
                new StreamBinding(
                        projection.schemaId(),
                        entity.guid(),
                        entity.lifetime(),
                        1,
                        projection.layout());
        var numbering = new StreamNumbering(binding);
        return switch (capture(entity, binding, limits, numbering)) {
            case Capture.Result.Refused(Refusal refusal) -> new Opened.Refused(refusal);
            case Capture.Result.Captured(Snapshot state) ->
                    switch (Publisher.open(
                            binding, new Publication.Baseline(1, 1, state), limits)) {
                        case Publisher.Opened.Refused(Refusal refusal) ->
                                new Opened.Refused(refusal);
                        case Publisher.Opened.Open(Publisher publisher) ->
                                new RootStream(
                                                entity,
                                                projection,
                                                limits,
                                                codec,
                                                numbering,
                                                publisher)
                                        .opened();
                    };
        };
    }

    /** Whether it can be said: the baseline is kept for who is bound first. */
    private Opened opened() {
        return switch (codec.encodeSnapshot(publisher.baseline(), binding)) {
            case Encoded.Ok<EncodedBody>(EncodedBody body) -> {
                snapshot = body;
                yield new Opened.Open(this);
            }
            case Encoded.Refused<EncodedBody>(Refusal refusal) -> new Opened.Refused(refusal);
        };
    }

    ProjectionClass projection() {
        return projection;
    }

    /** Lifetime number of the entity's guid in the stage generation. */
    long incarnation() {
        return binding.incarnation();
    }

    /** Compares with what was published last; call once a flush. */
    Flushed flush() {
        patch = null;
        return switch (capture(entity, binding, limits, numbering)) {
            case Capture.Result.Refused(Refusal refusal) -> new Flushed.Refused(refusal);
            case Capture.Result.Captured(Snapshot state) ->
                    switch (publisher.update(state)) {
                        case Publisher.Update.Unchanged() -> new Flushed.Unchanged();
                        case Publisher.Update.Published(Publication.Delta delta) -> changed(delta);
                        case Publisher.Update.Refused(Refusal refusal) ->
                                new Flushed.Refused(refusal);
                    };
        };
    }

    private Flushed changed(Publication.Delta delta) {
        snapshot = null;
        return switch (codec.encodePatch(delta, binding)) {
            case Encoded.Ok<EncodedBody>(EncodedBody body) -> {
                patch = body;
                yield new Flushed.Changed();
            }
            case Encoded.Refused<EncodedBody>(Refusal refusal) -> new Flushed.Refused(refusal);
        };
    }

    /** Whether the last {@link #flush()} found a change. */
    boolean hasPatch() {
        return patch != null;
    }

    /** The change of the last {@link #flush()}; only after it found one. */
    EncodedBody patch() {
        if (patch == null) {
            throw new IllegalStateException("no change was flushed");
        }
        return patch;
    }

    /** Complete state at the present revision; refused when the codec cannot say it. */
    Encoded<EncodedBody> snapshot() {
        EncodedBody known = snapshot;
        if (known != null) {
            return new Encoded.Ok<>(known);
        }
        Encoded<EncodedBody> made = codec.encodeSnapshot(publisher.baseline(), binding);
        if (made instanceof Encoded.Ok<EncodedBody>(EncodedBody body)) {
            snapshot = body;
        }
        return made;
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

    private static Capture.Result capture(
            Entity entity, StreamBinding binding, StreamLimits limits, StreamNumbering numbering) {
        return switch (Capture.capture(entity, binding, limits.snapshot())) {
            case Capture.Result.Refused refused -> refused;
            case Capture.Result.Captured(Snapshot taken) ->
                    switch (numbering.translate(taken)) {
                        case StreamNumbering.Result.Numbered(Snapshot numbered) ->
                                new Capture.Result.Captured(numbered);
                        case StreamNumbering.Result.Refused(Refusal refusal) ->
                                new Capture.Result.Refused(refusal);
                    };
        };
    }
}
