package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.compact.CompactLimits;
import dev.terrane.core.entity.compact.CompactReceiver;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.PublicationCheck;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Honest messages with one to three members changed, anywhere in their tree: well-formed for any
 * parser, so what refuses them is the judgement of binding, state and layout.
 */
class MutatedMessagesTest {
    private static final CanonicalCodec CODEC = new CanonicalCodec(CodecLimits.defaults());
    private static final StreamBinding FLAT = Vectors.binding();
    private static final StreamBinding NESTED = ContainerVectors.binding();

    private final Coverage coverage = new Coverage();

    @Test
    void aReplicaAppliesOnlyWhatItsBindingAllows() {
        List<Publication> flat = List.copyOf(Vectors.all().values());
        List<Publication> nested = List.copyOf(ContainerVectors.all().values());
        Seeds.forEach(
                20_000,
                random -> {
                    boolean children = random.nextBoolean();
                    StreamBinding binding = children ? NESTED : FLAT;
                    List<Publication> stream = children ? nested : flat;
                    var replica = new Replica(binding, StreamLimits.defaults());
                    int given = children ? random.nextInt(stream.size()) : 0;
                    for (int i = 0; i < given; i++) {
                        replica.apply(stream.get(i));
                    }
                    int next = random.oneIn(3) ? random.nextInt(stream.size()) : given;
                    judge(random, replica, stream.get(next));
                });
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(10, "Applied", "Duplicate", "Rejected", "refused");
    }

    @Test
    void aLayoutIsRefusedOrBindsStreams() {
        var box = Boxes.box(Boxes.kernel());
        Message nested = TreeLayoutCodec.toMessage(Boxes.layout(box, Boxes.levels(2)));
        Message flat = LayoutCodec.toMessage(FLAT.layout());
        Seeds.forEach(
                10_000,
                random -> {
                    Message message = mutated(random, random.nextBoolean() ? nested : flat);
                    var layout = (dev.terrane.proto.entity.v1alpha1.EntityLayout) message;
                    var decoded =
                            TreeLayoutCodec.classFromMessage(
                                    "s@1", layout, SnapshotLimits.defaults(), GuidWidth.BITS_64);
                    coverage.count(decoded.getClass().getSimpleName());
                    if (decoded instanceof Decoded.Ok<ProjectionClass>(ProjectionClass seen)) {
                        var tree = seen.tree();
                        new StreamBinding(
                                "s@1", new Guid(1), 1, 1, tree.members(), tree.children());
                        var receiver = new CompactReceiver(CompactLimits.defaults(), 0);
                        assertThat(receiver.addLayout(1, seen)).isEmpty();
                        receiver.receive(HOSTILE_BIND);
                    }
                });
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(1_000, "Ok", "Refused");
    }

    /** Frame 1 opens handle 1 of layout 1 with zeros, however many it takes. */
    private static final byte[] HOSTILE_BIND = bind();

    private static byte[] bind() {
        var frame = new byte[80];
        byte[] head = {0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        System.arraycopy(head, 0, frame, 0, head.length);
        return frame;
    }

    private void judge(SeededRandom random, Replica replica, Publication honest) {
        StreamBinding binding = replica.binding();
        boolean baseline = honest instanceof Baseline;
        Message message =
                switch (honest) {
                    case Baseline full -> Forms.made(CODEC.toMessage(full, binding));
                    case Delta delta -> Forms.made(CODEC.toMessage(delta, binding));
                };
        ByteString bytes = mutated(random, message).toByteString();
        Decoded<? extends Publication> decoded =
                baseline ? CODEC.decodeBaseline(bytes, binding) : CODEC.decodeDelta(bytes, binding);
        switch (decoded) {
            case Decoded.Refused<? extends Publication>(Refusal refusal) -> {
                assertThat(refusal.location()).isNotEmpty();
                coverage.count("refused");
            }
            case Decoded.Ok<? extends Publication>(Publication publication) -> {
                long before = replica.revision();
                ApplyResult result = replica.apply(publication);
                coverage.count(result.getClass().getSimpleName());
                assertThat(replica.state().isPresent())
                        .isEqualTo(replica.status() == Replica.Status.LIVE);
                if (result instanceof ApplyResult.Duplicate) {
                    assertThat(replica.revision()).isEqualTo(before);
                }
                replica.state().ifPresent(state -> requireFitting(binding, state));
            }
        }
    }

    private static void requireFitting(StreamBinding binding, Snapshot state) {
        assertThat(
                        PublicationCheck.judge(
                                binding,
                                new Baseline(binding.generation(), 1, state),
                                StreamLimits.defaults()))
                .isEmpty();
    }

    private static Message mutated(SeededRandom random, Message message) {
        Message result = message;
        for (int i = random.between(1, 3); i > 0; i--) {
            Message.Builder builder = result.toBuilder();
            mutate(random, builder);
            result = builder.build();
        }
        return result;
    }

    /** Changes one member of the message or, more often, of one inside it. */
    private static void mutate(SeededRandom random, Message.Builder message) {
        List<FieldDescriptor> inside = new ArrayList<>();
        for (FieldDescriptor field : message.getAllFields().keySet()) {
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                inside.add(field);
            }
        }
        if (!inside.isEmpty() && !random.oneIn(4)) {
            FieldDescriptor field = random.choice(inside);
            if (!field.isRepeated()) {
                mutate(random, message.getFieldBuilder(field));
                return;
            }
            int at = random.nextInt(message.getRepeatedFieldCount(field));
            switch (random.nextInt(8)) {
                case 0 -> message.addRepeatedField(field, message.getRepeatedField(field, at));
                case 1 -> message.clearField(field);
                case 2 -> message.setRepeatedField(field, at, empty(message, field));
                default -> {
                    Message.Builder element =
                            ((Message) message.getRepeatedField(field, at)).toBuilder();
                    mutate(random, element);
                    message.setRepeatedField(field, at, element.build());
                }
            }
            return;
        }
        FieldDescriptor field = random.choice(message.getDescriptorForType().getFields());
        if (random.oneIn(4)) {
            message.clearField(field);
        } else if (field.isRepeated()) {
            message.addRepeatedField(field, empty(message, field));
        } else {
            message.setField(field, value(random, message, field));
        }
    }

    private static Message empty(Message.Builder message, FieldDescriptor field) {
        return message.newBuilderForField(field).build();
    }

    private static Object value(
            SeededRandom random, Message.Builder message, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case INT -> random.oneIn(2) ? random.nextInt(32) : random.edgyInt();
            case LONG -> random.oneIn(2) ? random.nextInt(8) : random.edgyLong();
            case FLOAT -> random.choice(Float.NaN, -0.0f, Float.MAX_VALUE);
            case DOUBLE -> random.choice(Double.NaN, -0.0, Double.MAX_VALUE, 0.1);
            case BOOLEAN -> random.nextBoolean();
            case STRING -> random.choice("", "Box", "Item", "GuestPlayer", "boxes@1", "\0");
            case BYTE_STRING -> ByteString.copyFrom(random.bytes(random.nextInt(9)));
            case ENUM -> random.choice(field.getEnumType().getValues());
            case MESSAGE -> empty(message, field);
        };
    }
}
