package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.FuzzSeeds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Any bytes are refused with a place or are one publication that encodes and decodes to itself;
 * what a replica makes of it is one of its results. {@code docs/operating/testing.md} says how to
 * run it as a fuzzer.
 */
class CanonicalFuzzTest {
    private static final StreamBinding FLAT = Vectors.binding();
    private static final StreamBinding NESTED = ContainerVectors.binding();
    private static final CanonicalCodec CODEC = new CanonicalCodec(CodecLimits.defaults());

    @FuzzTest(maxDuration = "2m")
    void publications(byte[] data) {
        ByteString bytes = ByteString.copyFrom(data);
        for (StreamBinding binding : List.of(FLAT, NESTED)) {
            judge(CODEC.decodeBaseline(bytes, binding), binding);
            judge(CODEC.decodeDelta(bytes, binding), binding);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void layouts(byte[] data) {
        dev.terrane.proto.entity.v1alpha1.EntityLayout message;
        try {
            message = dev.terrane.proto.entity.v1alpha1.EntityLayout.parseFrom(data);
        } catch (InvalidProtocolBufferException e) {
            // No message: not this codec's business.
            return;
        }
        var decoded = read(message);
        if (decoded instanceof Decoded.Ok<ProjectionClass>(ProjectionClass projection)) {
            assertThat(read(TreeLayoutCodec.toMessage(projection))).isEqualTo(decoded);
            var tree = projection.tree();
            assertThat(
                            new StreamBinding(
                                    "fuzz@1", new Guid(1), 1, 1, tree.members(), tree.children()))
                    .isNotNull();
        }
    }

    @Test
    void seedsAreTheGoldenVectors() throws IOException {
        Map<String, byte[]> seeds = new TreeMap<>();
        Vectors.all().forEach((name, vector) -> seeds.put(name, encode(vector, FLAT)));
        ContainerVectors.all().forEach((name, vector) -> seeds.put(name, encode(vector, NESTED)));
        FuzzSeeds.check(CanonicalFuzzTest.class, "publications", seeds);
        Entity box = Boxes.box(Boxes.kernel());
        FuzzSeeds.check(
                CanonicalFuzzTest.class,
                "layouts",
                Map.of(
                        "flat",
                        LayoutCodec.toMessage(FLAT.layout()).toByteArray(),
                        "nested",
                        TreeLayoutCodec.toMessage(Boxes.layout(box, Boxes.levels(2)))
                                .toByteArray()));
    }

    private static Decoded<ProjectionClass> read(
            dev.terrane.proto.entity.v1alpha1.EntityLayout message) {
        return TreeLayoutCodec.classFromMessage(
                "fuzz@1", message, SnapshotLimits.defaults(), GuidWidth.BITS_64);
    }

    private static void judge(Decoded<? extends Publication> decoded, StreamBinding binding) {
        switch (decoded) {
            case Decoded.Refused<? extends Publication>(Refusal refusal) ->
                    assertThat(refusal.location()).isNotNull();
            case Decoded.Ok<? extends Publication>(Publication publication) -> {
                ByteString again = ByteString.copyFrom(encode(publication, binding));
                assertThat(
                                switch (publication) {
                                    case Baseline _ -> CODEC.decodeBaseline(again, binding);
                                    case Delta _ -> CODEC.decodeDelta(again, binding);
                                })
                        .isEqualTo(new Decoded.Ok<>(publication));
                assertThat(new Replica(binding, StreamLimits.defaults()).apply(publication))
                        .isNotNull();
            }
        }
    }

    private static byte[] encode(Publication publication, StreamBinding binding) {
        return Forms.made(CODEC.encode(publication, binding)).toByteArray();
    }
}
