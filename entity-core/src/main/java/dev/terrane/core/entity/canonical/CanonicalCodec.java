package dev.terrane.core.entity.canonical;

import com.google.protobuf.ByteString;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.PublicationCheck;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import java.util.function.Supplier;

/**
 * Nested publications to and from {@code terrane.entity.v1alpha1}. Stateless and safe to share
 * between threads.
 *
 * <p>Both ways judge the publication against the trusted binding and every limit; a refusal returns
 * nothing and invalidates nothing by itself: the caller closes the stream. Not promised: that a
 * decoded delta fits a receiver.
 */
public final class CanonicalCodec {
    private static final Parser<NestedBaseline> BASELINES =
            DiscardUnknownFieldsParser.wrap(NestedBaseline.parser());
    private static final Parser<NestedDelta> DELTAS =
            DiscardUnknownFieldsParser.wrap(NestedDelta.parser());

    private final CodecLimits limits;
    private final MessageReader reader;
    private final MessageWriter writer;

    /** A codec with its limits. */
    public CanonicalCodec(CodecLimits limits) {
        this.limits = limits;
        this.reader = new MessageReader(limits.guidWidth());
        this.writer = new MessageWriter(limits.guidWidth());
    }

    /** A baseline as a message. */
    public Encoded<NestedBaseline> toMessage(Baseline baseline, StreamBinding binding) {
        return build(baseline, binding, baselineDepth(baseline), () -> writer.baseline(baseline));
    }

    /** A delta as a message. */
    public Encoded<NestedDelta> toMessage(Delta delta, StreamBinding binding) {
        return build(delta, binding, deltaDepth(delta), () -> writer.delta(delta));
    }

    /** A publication as bytes, without any transport header. */
    public Encoded<ByteString> encode(Publication publication, StreamBinding binding) {
        Encoded<? extends MessageLite> message =
                switch (publication) {
                    case Baseline baseline -> toMessage(baseline, binding);
                    case Delta delta -> toMessage(delta, binding);
                };
        return switch (message) {
            case Encoded.Ok<? extends MessageLite>(var form) ->
                    new Encoded.Ok<>(form.toByteString());
            case Encoded.Refused<? extends MessageLite>(Refusal refusal) ->
                    new Encoded.Refused<>(refusal);
        };
    }

    /** A baseline from a message that some outer contract carried. */
    public Decoded<Baseline> fromMessage(NestedBaseline message, StreamBinding binding) {
        try {
            MessageNesting.require(message, limits.depthMax());
            requireBytes(message.getSerializedSize());
            return judged(reader.baseline(message), binding);
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    /** A delta from a message that some outer contract carried. */
    public Decoded<Delta> fromMessage(NestedDelta message, StreamBinding binding) {
        try {
            MessageNesting.require(message, limits.depthMax());
            requireBytes(message.getSerializedSize());
            return judged(reader.delta(message), binding);
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    /** A baseline from bytes; nothing is allocated for what the limits refuse. */
    public Decoded<Baseline> decodeBaseline(ByteString bytes, StreamBinding binding) {
        try {
            requireBytes(bytes.size());
            WireScan.require(bytes, NestedBaseline.getDescriptor(), limits);
            return judged(reader.baseline(parse(BASELINES, bytes)), binding);
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    /** A delta from bytes; nothing is allocated for what the limits refuse. */
    public Decoded<Delta> decodeDelta(ByteString bytes, StreamBinding binding) {
        try {
            requireBytes(bytes.size());
            WireScan.require(bytes, NestedDelta.getDescriptor(), limits);
            return judged(reader.delta(parse(DELTAS, bytes)), binding);
        } catch (CodecException e) {
            return new Decoded.Refused<>(e.refusal());
        }
    }

    private <T extends Publication> Decoded<T> judged(T publication, StreamBinding binding) {
        return PublicationCheck.judge(binding, publication, limits.stream())
                .<Decoded<T>>map(Decoded.Refused::new)
                .orElseGet(() -> new Decoded.Ok<>(publication));
    }

    private <M extends MessageLite> Encoded<M> build(
            Publication publication, StreamBinding binding, int depth, Supplier<M> built) {
        Refusal refusal =
                PublicationCheck.judge(binding, publication, limits.stream()).orElse(null);
        if (refusal != null) {
            return new Encoded.Refused<>(refusal);
        }
        if (!limits.guidWidth().holds(binding.root().value())) {
            return new Encoded.Refused<>(
                    new Refusal.Rejected(
                            Reason.GUID_RANGE,
                            binding.layout().name() + " guid " + binding.root()));
        }
        if (depth > limits.depthMax()) {
            return new Encoded.Refused<>(
                    new Refusal.OverLimit(
                            Refusal.Limit.MESSAGE_DEPTH, limits.depthMax(), depth, "message"));
        }
        try {
            M message = built.get();
            requireBytes(message.getSerializedSize());
            return new Encoded.Ok<>(message);
        } catch (CodecException e) {
            return new Encoded.Refused<>(e.refusal());
        }
    }

    private void requireBytes(int size) {
        if (size > limits.messageBytesMax()) {
            throw CodecException.over(Refusal.Limit.MESSAGE_BYTES, limits.messageBytesMax(), size);
        }
    }

    private static <M extends MessageLite> M parse(Parser<M> parser, ByteString bytes) {
        try {
            var input = bytes.newCodedInput();
            input.setRecursionLimit(1_000);
            return parser.parseFrom(input);
        } catch (InvalidProtocolBufferException _) {
            throw CodecException.rejected(Reason.MALFORMED, "message");
        }
    }

    /** Message levels below the outermost: snapshot, then the root. */
    private static int baselineDepth(Baseline baseline) {
        return 2 + depthOf(baseline.snapshot().root());
    }

    /** Levels inside an entity: table, row, column; container, slot, child. */
    private static int depthOf(EntitySnapshot entity) {
        int depth = entity.fields().isEmpty() && entity.tables().isEmpty() ? 0 : 1;
        for (var table : entity.tables().values()) {
            for (var row : table.rows().values()) {
                depth = Math.max(depth, row.columns().isEmpty() ? 2 : 3);
            }
        }
        for (var container : entity.containers().values()) {
            depth = Math.max(depth, 1 + depthOf(container.slots()));
        }
        return depth;
    }

    private static int depthOf(IndexMap<EntitySnapshot> slots) {
        int depth = 0;
        for (EntitySnapshot child : slots.values()) {
            depth = Math.max(depth, 2 + depthOf(child));
        }
        return depth;
    }

    /** Message levels below the outermost: the root. */
    private static int deltaDepth(Delta delta) {
        return 1 + depthOf(delta.root());
    }

    /** Levels inside a patch: table, row, column; container, form, slot, child. */
    private static int depthOf(Publication.EntityPatch patch) {
        int depth = patch.isEmpty() ? 0 : 1;
        for (var table : patch.tables().values()) {
            for (var change : table.rows().values()) {
                boolean bare = change instanceof Publication.RowChange.Remove;
                depth = Math.max(depth, bare ? 2 : 3);
            }
        }
        for (ContainerChange change : patch.containers().values()) {
            depth =
                    Math.max(
                            depth,
                            switch (change) {
                                case ContainerChange.Replacement(IndexMap<EntitySnapshot> slots) ->
                                        2 + depthOf(slots);
                                case ContainerChange.Patch(
                                                IndexMap<Publication.EntityPatch> slots) -> {
                                    int inner = 0;
                                    for (Publication.EntityPatch child : slots.values()) {
                                        inner = Math.max(inner, 2 + depthOf(child));
                                    }
                                    yield 2 + inner;
                                }
                            });
        }
        return depth;
    }
}
