package dev.terrane.core.chunk.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Damaged chunks, 100,000 of them in each run: every one is refused with a reason or is a chunk
 * that encodes to the bytes it came from, and none makes the decoder allocate more than its share.
 */
class MutationTest {
    private static final int EACH = 25;
    private static final int SLACK = 64 << 10;

    @Test
    void damagedImagesEndTypedOrCanonical() {
        Coverage coverage = new Coverage();
        warmUp();
        Seeds.until(
                coverage.goal(
                        100,
                        "accepted",
                        RejectReason.TRUNCATED,
                        RejectReason.TRAILING_BYTES,
                        RejectReason.BAD_SECTION,
                        RejectReason.BAD_TEXT,
                        RejectReason.BAD_VALUE,
                        RejectReason.NOT_CANONICAL,
                        RejectReason.MISMATCH),
                4_000,
                random -> {
                    byte[] whole = AgpcCodec.encode(Chunks.random(random)).bytes().toArray();
                    for (int i = 0; i < EACH; i++) {
                        Bytes image = Bytes.wrap(announced(damaged(random, whole)));
                        long most = 64L * image.size() + SLACK;
                        var measured =
                                AllocationMeter.cheapest(most, () -> () -> AgpcCodec.decode(image));
                        assertThat(measured.bytes()).isLessThan(most);
                        judge(image, measured.value(), coverage);
                    }
                });
        System.out.println("damaged images: " + coverage);
    }

    private static void judge(Bytes image, Decoded<Chunk> decoded, Coverage coverage) {
        switch (decoded) {
            case Decoded.Ok<Chunk>(Chunk chunk) -> {
                coverage.count("accepted");
                assertThat(AgpcCodec.encode(chunk).bytes()).isEqualTo(image);
            }
            case Decoded.Rejected<Chunk> rejected -> {
                coverage.count(rejected.reason());
                assertThat(rejected.detail()).isNotBlank();
            }
        }
    }

    private static byte[] damaged(SeededRandom random, byte[] whole) {
        byte[] image = whole.clone();
        switch (random.nextInt(8)) {
            case 0 -> image = Arrays.copyOf(image, random.between(48, image.length));
            case 1 -> image = Arrays.copyOf(image, image.length + random.between(1, 40));
            case 2 -> {
                int from = random.between(48, image.length - 1);
                int length = random.between(1, Math.min(64, image.length - from));
                int to = random.between(48, image.length - length);
                System.arraycopy(image, from, image, to, length);
            }
            default -> {
                // Close to the start there is structure, later mostly cells.
                int end = random.nextBoolean() ? Math.min(image.length, 300) : image.length;
                for (int i = random.between(1, 3); i > 0; i--) {
                    int at = random.between(48, end - 1);
                    image[at] =
                            switch (random.nextInt(3)) {
                                case 0 -> (byte) (image[at] ^ 1 << random.nextInt(8));
                                case 1 -> (byte) (image[at] + random.between(-1, 1));
                                default -> (byte) random.nextInt(256);
                            };
                }
            }
        }
        return image;
    }

    @Test
    void damagedJsonEndsTypedOrValid() {
        Coverage coverage = new Coverage();
        warmUp();
        Seeds.until(
                coverage.goal(100, "accepted", "refused"),
                1_000,
                random -> {
                    Chunk chunk = random.nextBoolean() ? Chunks.small() : Chunks.random(random);
                    byte[] whole = ChunkJson.encode(chunk).getBytes(StandardCharsets.UTF_8);
                    for (int i = 0; i < 10; i++) {
                        byte[] broken = whole.clone();
                        int end = Math.min(broken.length, 1_500);
                        for (int n = random.between(1, 2); n > 0; n--) {
                            broken[random.between(0, end - 1)] =
                                    (byte) "09\",}[-ex".charAt(random.nextInt(9));
                        }
                        String text = new String(broken, StandardCharsets.UTF_8);
                        long most = 128L * text.length() + 4 * SLACK;
                        var measured =
                                AllocationMeter.cheapest(most, () -> () -> ChunkJson.decode(text));
                        assertThat(measured.bytes()).isLessThan(most);
                        if (measured.value() instanceof Decoded.Ok<Chunk>(Chunk read)) {
                            coverage.count("accepted");
                            assertThat(ChunkJson.decode(ChunkJson.encode(read)).get())
                                    .isEqualTo(read);
                        } else {
                            coverage.count("refused");
                        }
                    }
                });
    }

    private static void warmUp() {
        for (int i = 0; i < 50; i++) {
            Chunk chunk = Chunks.random(new SeededRandom(i));
            AgpcCodec.decode(AgpcCodec.encode(chunk).bytes());
            ChunkJson.decode(ChunkJson.encode(chunk));
            ChunkJson.decode("{");
        }
    }

    /** Makes length and checksum of a header true again, so that the body is reached. */
    static byte[] announced(byte[] image) {
        ByteBuffer header = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(12, image.length - 48);
        header.put(16, Checksum.over(image, 48, image.length - 48).toBytes());
        return image;
    }
}
