package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.TileGrid;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads little-endian values of one body, section by section. Offsets it reports count from the
 * array's first byte.
 */
final class LeReader {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int position;
    private int limit;

    LeReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
        this.limit = end;
    }

    int offset() {
        return position;
    }

    /** Refuses unless this many bytes are left in the section. */
    void require(long count) {
        if (count > limit - position) {
            throw DecodeFault.at(
                    position,
                    RejectReason.TRUNCATED,
                    count + " bytes needed, " + (limit - position) + " left");
        }
    }

    private int take(int count) {
        require(count);
        int at = position;
        position = at + count;
        return at;
    }

    boolean atSection(int id) {
        return position < end && bytes[position] == id;
    }

    void beginSection(int id, String name) {
        require(Agpc.SECTION_HEADER_BYTES);
        int found = bytes[position] & 0xFF;
        if (found != id) {
            throw DecodeFault.at(
                    position,
                    RejectReason.BAD_SECTION,
                    "section %s expected, found %02x".formatted(name, found));
        }
        position++;
        long length = u32();
        require(length);
        limit = position + (int) length;
    }

    void endSection() {
        if (position != limit) {
            throw DecodeFault.at(
                    position,
                    RejectReason.TRAILING_BYTES,
                    (limit - position) + " bytes left in the section");
        }
        limit = end;
    }

    void requireEnd() {
        if (position != end) {
            throw DecodeFault.at(
                    position,
                    RejectReason.TRAILING_BYTES,
                    (end - position) + " bytes after the last section");
        }
    }

    int u8() {
        int at = take(1);
        return bytes[at] & 0xFF;
    }

    boolean flag() {
        int at = take(1);
        int value = bytes[at] & 0xFF;
        if (value > 1) {
            throw DecodeFault.at(at, RejectReason.BAD_VALUE, "a boolean is 0 or 1, not " + value);
        }
        return value == 1;
    }

    int u16() {
        int at = take(2);
        return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8;
    }

    int i32() {
        int at = take(4);
        return (int) INT.get(bytes, at);
    }

    long u32() {
        return i32() & 0xFFFF_FFFFL;
    }

    long i64() {
        int at = take(8);
        return (long) LONG.get(bytes, at);
    }

    /** A finite float that is not minus zero. */
    float f32() {
        int at = take(4);
        int bits = (int) INT.get(bytes, at);
        float value = Float.intBitsToFloat(bits);
        if (!Float.isFinite(value)) {
            throw DecodeFault.at(at, RejectReason.BAD_VALUE, "not a finite number");
        }
        if (bits == 0x8000_0000) {
            throw DecodeFault.at(at, RejectReason.NOT_CANONICAL, "minus zero");
        }
        return value;
    }

    /** Consumes that many bytes if they are there and all zero. */
    boolean skipsZeros(int count) {
        if (count > limit - position) {
            return false;
        }
        for (int i = position; i < position + count; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        position += count;
        return true;
    }

    String string() {
        int length = u16();
        int at = take(length);
        if (isAscii(at, at + length)) {
            return new String(bytes, at, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw DecodeFault.at(at, RejectReason.BAD_TEXT, "not UTF-8");
        }
    }

    private boolean isAscii(int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            if (((long) LONG.get(bytes, i) & 0x8080_8080_8080_8080L) != 0) {
                return false;
            }
        }
        for (; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Consumes properties in a form recognised without parsing; null leaves them unread. */
    @Nullable Properties findProperties() {
        int at = position;
        int length = u16();
        Properties found =
                length > limit - position
                        ? null
                        : Properties.findCanonical(bytes, position, length).orElse(null);
        position = found == null ? at : position + length;
        return found;
    }

    TileGrid tiles(int cells) {
        int at = take(cells * 2);
        return TileGrid.read(bytes, at, cells);
    }
}
