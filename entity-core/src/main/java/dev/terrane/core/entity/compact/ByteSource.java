package dev.terrane.core.entity.compact;

import java.util.Arrays;

/**
 * Reads untrusted bytes strictly: nothing past the end, no number in more bytes than it needs or
 * larger than its range.
 */
final class ByteSource {
    private final byte[] bytes;
    private int position;

    ByteSource(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    int position() {
        return position;
    }

    int remaining() {
        return bytes.length - position;
    }

    void requireEnd() {
        if (remaining() > 0) {
            throw CompactException.malformed(position);
        }
    }

    int u8() {
        require(1);
        return bytes[position++] & 0xFF;
    }

    int u16() {
        require(2);
        return u8() | (u8() << 8);
    }

    int u32() {
        require(4);
        return u16() | (u16() << 16);
    }

    long u64() {
        require(8);
        return (u32() & 0xFFFF_FFFFL) | ((long) u32() << 32);
    }

    /** Unsigned LEB128 of 64 bits. */
    long varint() {
        int start = position;
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = u8();
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                boolean padded = next == 0 && shift > 0;
                boolean wide = shift == 63 && next > 1;
                if (padded || wide) {
                    throw CompactException.malformed(start);
                }
                return value;
            }
        }
        throw CompactException.malformed(start);
    }

    /** Unsigned LEB128 from 0 to a maximum that is not negative. */
    long varint(long max) {
        int start = position;
        long value = varint();
        if (value < 0 || value > max) {
            throw CompactException.malformed(start);
        }
        return value;
    }

    long zigzag() {
        long folded = varint();
        return (folded >>> 1) ^ -(folded & 1);
    }

    byte[] bytes(int length) {
        require(length);
        byte[] taken = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return taken;
    }

    private void require(int length) {
        if (length > remaining()) {
            throw CompactException.malformed(position);
        }
    }
}
