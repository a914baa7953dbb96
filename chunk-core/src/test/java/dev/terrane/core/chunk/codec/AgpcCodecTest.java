package dev.terrane.core.chunk.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgpcCodecTest {

    @Test
    void generatedChunksReadBackAndEncodeToTheSameBytes() {
        Seeds.forEach(
                10_000,
                random -> {
                    Chunk chunk = Chunks.random(random);
                    ChunkImage image = AgpcCodec.encode(chunk);

                    Chunk read = AgpcCodec.decode(image.bytes()).get();

                    assertThat(read).isEqualTo(chunk);
                    assertThat(AgpcCodec.encode(read)).isEqualTo(image);
                    if (random.oneIn(5)) {
                        otherFormsCarryTheSame(chunk, image);
                    }
                });
    }

    private static void otherFormsCarryTheSame(Chunk chunk, ChunkImage image) {
        Chunk fromJson = ChunkJson.decode(ChunkJson.encode(chunk)).get();
        assertThat(AgpcCodec.encode(fromJson)).isEqualTo(image);
        ChunkImage packed = AgpcCodec.encode(chunk, BodyForm.ZSTD);
        assertThat(packed.checksum()).isEqualTo(image.checksum());
        assertThat(packed.contentHash()).isEqualTo(image.contentHash());
        assertThat(AgpcCodec.decode(packed.bytes()).get()).isEqualTo(chunk);
    }

    @Test
    void theOrderOfInputDoesNotMatter() {
        Seeds.forEach(
                300,
                random -> {
                    Chunk chunk = Chunks.random(random);
                    Chunk shuffled =
                            chunk.withContent(
                                    random.shuffled(chunk.layers()).stream()
                                            .map(
                                                    layer ->
                                                            new TileLayer(
                                                                    layer.name(),
                                                                    layer.layerId(),
                                                                    layer.size(),
                                                                    random.shuffled(
                                                                            layer.palette()),
                                                                    layer.tiles()))
                                            .toList(),
                                    random.shuffled(chunk.objects()));

                    assertThat(AgpcCodec.encode(shuffled)).isEqualTo(AgpcCodec.encode(chunk));
                });
    }

    @Test
    void contentHashIgnoresMetaAndChecksumDoesNot() {
        Chunk chunk = Chunks.small();
        ChunkImage first = AgpcCodec.encode(chunk);
        ChunkImage second = AgpcCodec.encode(chunk.withMeta(Meta.NONE));

        assertThat(second.contentHash()).isEqualTo(first.contentHash());
        assertThat(second.checksum()).isNotEqualTo(first.checksum());
    }

    @Test
    void headerIsLaidOutAsDocumented() {
        ChunkImage image = AgpcCodec.encode(Chunks.small());
        ByteBuffer bytes = image.bytes().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);

        assertThat(Agpc.HEADER_BYTES).isEqualTo(48);
        assertThat(bytes.getInt(0)).isEqualTo(0x43504741);
        assertThat(bytes.getShort(4)).isEqualTo((short) 1);
        assertThat(bytes.getShort(6)).isEqualTo((short) 40);
        assertThat(bytes.getInt(8)).isZero();
        assertThat(bytes.getInt(12)).isEqualTo(image.bodyBytes());
        assertThat(image.bytes().size()).isEqualTo(48 + image.bodyBytes());
        byte[] all = image.bytes().toArray();
        assertThat(Checksum.over(all, 48, image.bodyBytes())).isEqualTo(image.checksum());
    }

    @Test
    void everyTruncationIsRefused() {
        for (BodyForm form : BodyForm.values()) {
            byte[] image = AgpcCodec.encode(Chunks.small(), form).bytes().toArray();
            for (int length = 0; length < image.length; length++) {
                byte[] cut = java.util.Arrays.copyOf(image, length);
                assertThat(AgpcCodec.decode(Bytes.wrap(cut)))
                        .as("%s cut to %d", form, length)
                        .isInstanceOf(Decoded.Rejected.class);
                if (length >= 48 && form == BodyForm.RAW) {
                    // The same body, honestly announced, so that the sections are reached.
                    assertThat(AgpcCodec.decode(Bytes.wrap(announced(cut))))
                            .as("body cut to %d", length)
                            .isInstanceOf(Decoded.Rejected.class);
                }
            }
        }
    }

    @Test
    void everyFlippedBitIsRefused() {
        for (BodyForm form : BodyForm.values()) {
            byte[] image = AgpcCodec.encode(Chunks.small(), form).bytes().toArray();
            for (int bit = 0; bit < image.length * 8; bit++) {
                byte[] flipped = image.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                Decoded<Chunk> decoded = AgpcCodec.decode(Bytes.wrap(flipped));
                // A zstd frame may have bits that do not matter: then the chunk is the same.
                if (form == BodyForm.RAW || decoded instanceof Decoded.Rejected<Chunk>) {
                    assertThat(decoded).as("bit %d", bit).isInstanceOf(Decoded.Rejected.class);
                } else {
                    assertThat(decoded.get()).isEqualTo(Chunks.small());
                }
            }
        }
    }

    @Test
    void hostileLengthsAllocateNothing() throws Exception {
        byte[] image = AgpcCodec.encode(Chunks.small()).bytes().toArray();
        AgpcCodec.decode(Bytes.copyOf(image));
        List<byte[]> hostile = new ArrayList<>();
        for (int at = 48; at + 4 <= image.length; at++) {
            byte[] huge = image.clone();
            ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putInt(at, 0x7FFF_FFFF);
            hostile.add(announced(huge));
        }
        byte[] bomb = AgpcCodec.encode(Chunks.small(), BodyForm.ZSTD).bytes().toArray();
        ByteBuffer.wrap(bomb).order(ByteOrder.LITTLE_ENDIAN).putInt(48, 0xFFFF_FFFF);
        hostile.add(bomb);
        for (byte[] bytes : hostile) {
            Bytes wrapped = Bytes.wrap(bytes);
            long most = bytes.length + (64L << 10);
            var measured = AllocationMeter.cheapest(most, () -> () -> AgpcCodec.decode(wrapped));
            assertThat(measured.bytes()).isLessThan(most);
        }
    }

    @Test
    void zstdBombsStopAtTheDeclaredLength() throws Exception {
        byte[] frame = com.github.luben.zstd.Zstd.compress(new byte[64 << 20], 3);
        byte[] image = new byte[52 + frame.length];
        System.arraycopy(AgpcCodec.encode(Chunks.small()).bytes().toArray(), 0, image, 0, 48);
        System.arraycopy(frame, 0, image, 52, frame.length);
        ByteBuffer header = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(8, 1).putInt(12, frame.length + 4).putInt(48, 1 << 20);

        long most = (1 << 20) + (64 << 10);
        var measured =
                AllocationMeter.cheapest(most, () -> () -> AgpcCodec.decode(Bytes.wrap(image)));

        assertThat(rejected(measured.value()).reason()).isEqualTo(RejectReason.BAD_COMPRESSION);
        assertThat(measured.bytes()).isLessThan(most);
    }

    @Test
    void aFrameOrBodyOfNoBytesIsTruncated() {
        for (int length : new int[] {48, 50, 52, 60}) {
            byte[] image =
                    java.util.Arrays.copyOf(
                            AgpcCodec.encode(Chunks.small()).bytes().toArray(), length);
            ByteBuffer header = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(8, 1).putInt(12, length - 48);
            if (length >= 52) {
                header.putInt(48, length == 52 ? 100 : 0);
            }

            assertThat(rejected(AgpcCodec.decode(Bytes.wrap(image))).reason())
                    .as("%d bytes", length)
                    .isEqualTo(RejectReason.TRUNCATED);
        }
    }

    @Test
    void headerFaultsAreNamed() {
        byte[] image = AgpcCodec.encode(Chunks.small()).bytes().toArray();
        assertThat(reasonWith(image, 0, 'X')).isEqualTo(RejectReason.BAD_MAGIC);
        assertThat(reasonWith(image, 4, 2)).isEqualTo(RejectReason.UNSUPPORTED_VERSION);
        assertThat(reasonWith(image, 6, 41)).isEqualTo(RejectReason.BAD_HEADER);
        assertThat(reasonWith(image, 8, 2)).isEqualTo(RejectReason.UNKNOWN_FLAG);
        assertThat(reasonWith(image, 20, image[20] + 1)).isEqualTo(RejectReason.CHECKSUM_MISMATCH);
        byte[] longer = java.util.Arrays.copyOf(image, image.length + 1);
        assertThat(rejected(AgpcCodec.decode(Bytes.wrap(longer))).reason())
                .isEqualTo(RejectReason.TRAILING_BYTES);
        assertThat(rejected(AgpcCodec.decode(Bytes.wrap(announced(longer)))).reason())
                .isEqualTo(RejectReason.TRAILING_BYTES);
        assertThat(rejected(AgpcCodec.decode(Bytes.wrap(with(image, 4, 2)))).detail())
                .contains("version 2");
    }

    @Test
    void limitsAreNamedWithTheirValues() {
        Chunk chunk = Chunks.small();
        ChunkLimits none = new ChunkLimits(1 << 20, 0, 0, 1 << 20);
        Decoded.Rejected<Chunk> layers =
                rejected(
                        AgpcCodec.decode(
                                AgpcCodec.encode(chunk).bytes(), none, AgpcCodec.Verify.TRUST));

        assertThat(layers.reason()).isEqualTo(RejectReason.OVER_LIMIT);
        assertThat(layers.limit()).isEqualTo(new Decoded.LimitHit("layersMax", 0, 1));
        ChunkLimits small = new ChunkLimits(100, 16, 16, 1 << 20);
        assertThat(
                        rejected(
                                        AgpcCodec.decode(
                                                AgpcCodec.encode(chunk).bytes(),
                                                small,
                                                AgpcCodec.Verify.TRUST))
                                .limit())
                .extracting(Decoded.LimitHit::name)
                .isEqualTo("bodyBytesMax");
    }

    @Test
    void bodiesOverOneMebibyteAreNotEncoded() {
        ChunkSize size = new ChunkSize(256, 256, 1);
        List<TileLayer> layers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            layers.add(
                    new TileLayer(
                            "l" + i, i, size, List.of(TileDef.AIR), TileGrid.air(size.cells())));
        }
        Chunk chunk =
                new Chunk(
                        ChunkKey.of("w", "r", 0, 0, 0),
                        new ChunkGrid(size, ChunkGrid.Origin.ZERO),
                        layers,
                        List.of(),
                        ContentFlags.NONE,
                        Meta.NONE);

        assertThatThrownBy(() -> AgpcCodec.encode(chunk))
                .isInstanceOf(ChunkTooLargeException.class);
    }

    private static RejectReason reasonWith(byte[] image, int at, int value) {
        return rejected(AgpcCodec.decode(Bytes.wrap(with(image, at, value)))).reason();
    }

    private static byte[] with(byte[] image, int at, int value) {
        byte[] changed = image.clone();
        changed[at] = (byte) value;
        return changed;
    }

    /** Makes length and checksum of a header true again. */
    private static byte[] announced(byte[] image) {
        byte[] honest = image.clone();
        ByteBuffer header = ByteBuffer.wrap(honest).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(12, honest.length - 48);
        header.put(16, Checksum.over(honest, 48, honest.length - 48).toBytes());
        return honest;
    }

    private static Decoded.Rejected<Chunk> rejected(Decoded<Chunk> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        return (Decoded.Rejected<Chunk>) decoded;
    }
}
