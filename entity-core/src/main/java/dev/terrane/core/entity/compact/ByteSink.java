package dev.terrane.core.entity.compact;

import java.util.Arrays;

/** Bytes that grow; little-endian and LEB128 as the codec's document says. */
final class ByteSink {
    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    void reset() {
        size = 0;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    void u8(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    void u16(int value) {
        u8(value);
        u8(value >>> 8);
    }

    void u32(int value) {
        room(4);
        for (int i = 0; i < 4; i++) {
            bytes[size++] = (byte) (value >>> (8 * i));
        }
    }

    void u64(long value) {
        room(8);
        for (int i = 0; i < 8; i++) {
            bytes[size++] = (byte) (value >>> (8 * i));
        }
    }

    /** Unsigned LEB128 of 64 bits, in as few bytes as there are. */
    void varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Signed numbers folded so that small magnitudes are short. */
    void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    void bytes(byte[] source, int length) {
        room(length);
        System.arraycopy(source, 0, bytes, size, length);
        size += length;
    }

    void append(ByteSink other) {
        bytes(other.bytes, other.size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
