package dev.terrane.core.entity.compact;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.terrane.core.entity.compact.FrameSequences.Sequence;
import dev.terrane.testing.FuzzSeeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Any frames after an honest beginning: each is applied whole, ignored, or refused with a place and
 * every stream hidden. An input names a golden sequence, all of whose frames but the last were
 * received, by its first byte; then come frames, each after its length in two bytes.
 */
class CompactFuzzTest {
    private static final List<Sequence> SEQUENCES = FrameSequences.all();

    @FuzzTest(maxDuration = "2m")
    void frames(byte[] data) {
        if (data.length == 0) {
            return;
        }
        CompactReceiver receiver = SEQUENCES.get((data[0] & 0xFF) % SEQUENCES.size()).before();
        int at = 1;
        while (at + 2 <= data.length) {
            int length = (data[at] & 0xFF) | (data[at + 1] & 0xFF) << 8;
            int end = Math.min(data.length, at + 2 + length);
            FrameSequences.judge(receiver, receiver.receive(Arrays.copyOfRange(data, at + 2, end)));
            at = end;
        }
    }

    @Test
    void seedsAreTheGoldenVectors() throws IOException {
        Map<String, byte[]> seeds = new TreeMap<>();
        for (int i = 0; i < SEQUENCES.size(); i++) {
            var seed = new ByteArrayOutputStream();
            byte[] last = SEQUENCES.get(i).last();
            seed.write(i);
            seed.write(last.length);
            seed.write(last.length >> 8);
            seed.writeBytes(last);
            seeds.put(SEQUENCES.get(i).name(), seed.toByteArray());
        }
        FuzzSeeds.check(CompactFuzzTest.class, "frames", seeds);
    }
}
