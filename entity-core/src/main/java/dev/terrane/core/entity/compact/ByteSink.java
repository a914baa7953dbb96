package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow; little-endian and LEB128 as the codec's document says. */
final class ByteSink {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int size;

    ByteSink() {
        this(256);
    }

    ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

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
        if ((value & ~0x7FL) == 0) {
            bytes[size++] = (byte) value;
            return;
        }
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

    /** Appends a part of another. */
    void append(ByteSink other, int from, int to) {
        int length = to - from;
        if (length <= Long.BYTES && other.bytes.length - from >= Long.BYTES) {
            // Most bodies are this short; what is written too much is written over.
            room(Long.BYTES);
            WORD.set(bytes, size, (long) WORD.get(other.bytes, from));
        } else {
            room(length);
            System.arraycopy(other.bytes, from, bytes, size, length);
        }
        size += length;
    }

    /** Appends the first bytes of eight. */
    void word(long word, int length) {
        room(Long.BYTES);
        WORD.set(bytes, size, word);
        size += length;
    }

    void text(ByteText text) {
        room(text.size());
        text.copyTo(bytes, size);
        size += text.size();
    }

    /** Takes back what was appended after the first bytes. */
    void truncate(int length) {
        size = length;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
