package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every golden sequence, for tests that spoil its last frame. */
final class FrameSequences {
    private FrameSequences() {}

    /**
     * Frames and the layouts their receiver knows.
     *
     * @param name of the vector
     */
    record Sequence(String name, List<byte[]> frames, List<ProjectionClass> layouts) {
        byte[] last() {
            return frames.getLast().clone();
        }

        /** A receiver that was given every frame but the last. */
        CompactReceiver before() {
            var receiver = new CompactReceiver(Compacts.LIMITS, 0);
            for (int i = 0; i < layouts.size(); i++) {
                assertThat(receiver.addLayout(i + 1, layouts.get(i))).isEmpty();
            }
            for (byte[] frame : frames.subList(0, frames.size() - 1)) {
                receiver.receive(frame);
            }
            return receiver;
        }
    }

    static List<Sequence> all() {
        List<Sequence> all = new ArrayList<>();
        add(all, "", CompactVectors.all(), CompactVectors.layouts());
        add(all, "child-", ContainerFrames.all(), ContainerFrames.layouts());
        return all;
    }

    private static void add(
            List<Sequence> all,
            String prefix,
            Map<String, List<byte[]>> vectors,
            List<ProjectionClass> layouts) {
        vectors.forEach((name, frames) -> all.add(new Sequence(prefix + name, frames, layouts)));
    }

    /** The kind of a result that leaves a receiver as its kind says. */
    static String judge(CompactReceiver receiver, FrameResult result) {
        if (result instanceof FrameResult.Refused(Refusal refusal)) {
            assertThat(refusal.location()).isNotNull();
            assertHidden(receiver);
        } else {
            receiver.streams()
                    .forEach(
                            stream ->
                                    assertThat(stream.replica().status())
                                            .isEqualTo(Replica.Status.LIVE));
        }
        return result.getClass().getSimpleName();
    }

    static void assertHidden(CompactReceiver receiver) {
        receiver.streams().forEach(stream -> assertThat(stream.replica().state()).isEmpty());
    }
}
