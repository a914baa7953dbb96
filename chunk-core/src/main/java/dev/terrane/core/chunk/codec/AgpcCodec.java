package dev.terrane.core.chunk.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Decoded.Location;
import dev.terrane.core.chunk.RejectReason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The binary form of a chunk, AGPC v1 (docs/formats/agpc.md). Encoding is canonical; decoding is
 * strict: bytes it accepts and that were not compressed encode again to the same bytes. Stateless.
 */
public final class AgpcCodec {
    /** Format version written and the newest one read. */
    public static final int VERSION = Agpc.VERSION;

    /** Uncompressed body. */
    public static final int BODY_BYTES_MAX = 1 << 20;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private AgpcCodec() {}

    /** Whether a decoder compares the checksum; skip it only for bytes verified before. */
    public enum Verify {
        CHECKSUM,
        TRUST
    }

    /** What a header says, body not looked at; what {@code chunk inspect} prints. */
    public record Header(int version, boolean zstd, int storedBytes, Checksum checksum) {}

    /**
     * Encodes without compression.
     *
     * @throws ChunkTooLargeException if the body would exceed 1 MiB
     */
    public static ChunkImage encode(Chunk chunk) {
        return encode(chunk, BodyForm.RAW);
    }

    /**
     * Encodes.
     *
     * @throws ChunkTooLargeException if the body would exceed 1 MiB
     */
    public static ChunkImage encode(Chunk chunk, BodyForm form) {
        return AgpcEncoder.encode(chunk, form);
    }

    /** Decodes with the default limits and verifies the checksum. */
    public static Decoded<Chunk> decode(Bytes image) {
        return decode(image, ChunkLimits.DEFAULT, Verify.CHECKSUM);
    }

    /** Decodes; the first fault is reported by its offset. */
    public static Decoded<Chunk> decode(Bytes image, ChunkLimits limits, Verify verify) {
        try {
            byte[] bytes = image.toArray();
            checkHeader(bytes);
            int start = Agpc.HEADER_BYTES;
            byte[] body = bytes;
            int end = bytes.length;
            if (isZstd(bytes)) {
                body = inflate(bytes, limits);
                start = 0;
                end = body.length;
            } else if (end - start > limits.bodyBytesMax()) {
                throw DecodeFault.over(
                        new Location.Offset(Agpc.PAYLOAD_LENGTH_OFFSET),
                        "bodyBytesMax",
                        limits.bodyBytesMax(),
                        end - start);
            }
            if (verify == Verify.CHECKSUM && !isIntact(bytes, body, start, end)) {
                throw DecodeFault.at(
                        Agpc.CHECKSUM_OFFSET,
                        RejectReason.CHECKSUM_MISMATCH,
                        "the body's SHA-256 is not the header's");
            }
            return new Decoded.Ok<>(new AgpcDecoder(body, start, end, limits).decode());
        } catch (DecodeFault fault) {
            return fault.toRejected();
        }
    }

    /** Reads the header alone. */
    public static Decoded<Header> decodeHeader(Bytes image) {
        try {
            byte[] bytes = image.toArray();
            checkHeader(bytes);
            byte[] digest =
                    Arrays.copyOfRange(
                            bytes, Agpc.CHECKSUM_OFFSET, Agpc.CHECKSUM_OFFSET + Checksum.BYTES);
            return new Decoded.Ok<>(
                    new Header(
                            Agpc.VERSION,
                            isZstd(bytes),
                            bytes.length - Agpc.HEADER_BYTES,
                            Checksum.of(digest)));
        } catch (DecodeFault fault) {
            return fault.toRejected();
        }
    }

    private static boolean isZstd(byte[] bytes) {
        return ((int) INT.get(bytes, Agpc.FLAGS_OFFSET) & Agpc.FLAG_ZSTD) != 0;
    }

    private static boolean isIntact(byte[] image, byte[] body, int start, int end) {
        MessageDigest sha = Checksum.sha256();
        sha.update(body, start, end - start);
        return Arrays.equals(
                sha.digest(),
                0,
                Checksum.BYTES,
                image,
                Agpc.CHECKSUM_OFFSET,
                Agpc.CHECKSUM_OFFSET + Checksum.BYTES);
    }

    private static void checkHeader(byte[] bytes) {
        for (int i = 0; i < Math.min(4, bytes.length); i++) {
            if (bytes[i] != (byte) (Agpc.MAGIC >>> (8 * i))) {
                throw DecodeFault.at(i, RejectReason.BAD_MAGIC, "the first bytes are not AGPC");
            }
        }
        if (bytes.length < Agpc.HEADER_BYTES) {
            throw DecodeFault.at(
                    bytes.length,
                    RejectReason.TRUNCATED,
                    "the header has 48 bytes, here are " + bytes.length);
        }
        int version = (short) SHORT.get(bytes, Agpc.VERSION_OFFSET) & 0xFFFF;
        if (version != Agpc.VERSION) {
            throw DecodeFault.at(
                    Agpc.VERSION_OFFSET,
                    RejectReason.UNSUPPORTED_VERSION,
                    "format version " + version + ", this reads " + Agpc.VERSION);
        }
        int headerLength = (short) SHORT.get(bytes, Agpc.HEADER_LENGTH_OFFSET) & 0xFFFF;
        if (headerLength != Agpc.HEADER_LENGTH) {
            throw DecodeFault.at(
                    Agpc.HEADER_LENGTH_OFFSET,
                    RejectReason.BAD_HEADER,
                    "header_len is 40, not " + headerLength);
        }
        int flags = (int) INT.get(bytes, Agpc.FLAGS_OFFSET);
        if ((flags & ~Agpc.FLAG_ZSTD) != 0) {
            throw DecodeFault.at(
                    Agpc.FLAGS_OFFSET,
                    RejectReason.UNKNOWN_FLAG,
                    "flags 0x" + Integer.toHexString(flags));
        }
        long stored = (int) INT.get(bytes, Agpc.PAYLOAD_LENGTH_OFFSET) & 0xFFFF_FFFFL;
        long present = (long) bytes.length - Agpc.HEADER_BYTES;
        if (stored != present) {
            throw DecodeFault.at(
                    stored > present ? bytes.length : Agpc.HEADER_BYTES + stored,
                    stored > present ? RejectReason.TRUNCATED : RejectReason.TRAILING_BYTES,
                    "payload_len is " + stored + ", here are " + present);
        }
    }

    private static byte[] inflate(byte[] bytes, ChunkLimits limits) {
        int frame = Agpc.HEADER_BYTES + 4;
        if (bytes.length < frame) {
            throw DecodeFault.at(
                    bytes.length, RejectReason.TRUNCATED, "the raw length has 4 bytes");
        }
        long raw = (int) INT.get(bytes, Agpc.HEADER_BYTES) & 0xFFFF_FFFFL;
        if (raw > limits.bodyBytesMax()) {
            throw DecodeFault.over(
                    new Location.Offset(Agpc.HEADER_BYTES),
                    "bodyBytesMax",
                    limits.bodyBytesMax(),
                    raw);
        }
        int frameBytes = bytes.length - frame;
        if (frameBytes == 0 || raw == 0) {
            // The library takes neither as a frame and throws instead of answering.
            throw DecodeFault.at(bytes.length, RejectReason.TRUNCATED, "there is no body");
        }
        try {
            long declared = Zstd.getFrameContentSize(bytes, frame, frameBytes);
            if (declared >= 0 && declared != raw) {
                throw badFrame("it declares " + declared + " bytes, the raw length " + raw);
            }
            byte[] body = new byte[(int) raw];
            long size = Zstd.decompressByteArray(body, 0, body.length, bytes, frame, frameBytes);
            if (Zstd.isError(size) || size != raw) {
                throw badFrame(
                        Zstd.isError(size)
                                ? Zstd.getErrorName(size)
                                : "it holds " + size + " bytes, the raw length is " + raw);
            }
            return body;
        } catch (ZstdException e) {
            throw badFrame(String.valueOf(e.getMessage()));
        }
    }

    private static DecodeFault badFrame(String detail) {
        return DecodeFault.at(
                Agpc.HEADER_BYTES + 4, RejectReason.BAD_COMPRESSION, "the zstd frame: " + detail);
    }
}
