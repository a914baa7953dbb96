package dev.terrane.core.session.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link LittleEndianWriter} wrote from bytes nobody vouches for. Every length is
 * checked against what is left before anything is allocated. One owner.
 */
public final class LittleEndianReader {
    private final ByteBuffer buffer;
    private final int stringBytesMax;

    /** Why bytes cannot be read; leaves the codec only as a rejected result. */
    public static final class Malformed extends RuntimeException {
        private final int offset;
        private final boolean overLimit;

        /** A defect at an offset. */
        public Malformed(String message, int offset, boolean overLimit) {
            super(message, null, false, false);
            this.offset = offset;
            this.overLimit = overLimit;
        }

        /** Where it was found. */
        public int offset() {
            return offset;
        }

        /** Whether the bytes may be well formed but exceed a limit. */
        public boolean isOverLimit() {
            return overLimit;
        }
    }

    /** Reads from the first {@code length} bytes. */
    public LittleEndianReader(byte[] bytes, int length, int stringBytesMax) {
        this.buffer = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        this.stringBytesMax = stringBytesMax;
    }

    /** Where the next byte is. */
    public int offset() {
        return buffer.position();
    }

    /** Bytes left. */
    public int remaining() {
        return buffer.remaining();
    }

    /** One byte. */
    public int u8() {
        need(1);
        return buffer.get() & 0xFF;
    }

    /** A byte that must be 0 or 1. */
    public boolean bool() {
        int value = u8();
        if (value > 1) {
            throw malformed("not a boolean: " + value);
        }
        return value == 1;
    }

    /** Four bytes. */
    public int i32() {
        need(4);
        return buffer.getInt();
    }

    /** Eight bytes. */
    public long i64() {
        need(8);
        return buffer.getLong();
    }

    /** A number that must be finite and not -0. */
    public double f64() {
        double value = Double.longBitsToDouble(i64());
        if (!Double.isFinite(value) || (value == 0 && 1 / value < 0)) {
            throw malformed("not a settled number: " + value);
        }
        return value;
    }

    /** A string in strict UTF-8. */
    public String string() {
        int length = i32();
        if (length < 0) {
            throw malformed("negative length");
        }
        if (length > stringBytesMax) {
            throw new Malformed("string of " + length + " bytes", offset(), true);
        }
        need(length);
        ByteBuffer slice = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(slice)
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed("not UTF-8");
        }
    }

    /** That many bytes. */
    public byte[] raw(int length) {
        need(length);
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }

    /** A count of items that take at least so many bytes each. */
    public int count(int bytesMin) {
        int count = i32();
        if (count < 0 || (long) count * bytesMin > remaining()) {
            throw malformed("count " + count + " does not fit the bytes left");
        }
        return count;
    }

    /** A defect at the present offset. */
    public Malformed malformed(String message) {
        return new Malformed(message, offset(), false);
    }

    private void need(int length) {
        if (buffer.remaining() < length) {
            throw malformed("ends early");
        }
    }
}
