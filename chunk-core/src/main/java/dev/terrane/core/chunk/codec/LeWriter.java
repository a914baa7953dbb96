package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.TileGrid;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing little-endian buffer. Used by one thread. */
final class LeWriter {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int size;

    LeWriter(int capacity) {
        bytes = new byte[capacity];
    }

    private int reserve(int count) {
        int at = size;
        if (at + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + count));
        }
        size = at + count;
        return at;
    }

    int size() {
        return size;
    }

    byte[] buffer() {
        return bytes;
    }

    void skip(int count) {
        reserve(count);
    }

    void u8(int value) {
        int at = reserve(1);
        bytes[at] = (byte) value;
    }

    void flag(boolean value) {
        u8(value ? 1 : 0);
    }

    void u16(int value) {
        int at = reserve(2);
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >>> 8);
    }

    void i32(int value) {
        int at = reserve(4);
        INT.set(bytes, at, value);
    }

    void setI32(int offset, int value) {
        INT.set(bytes, offset, value);
    }

    void i64(long value) {
        int at = reserve(8);
        LONG.set(bytes, at, value);
    }

    void f32(double value) {
        i32(Float.floatToRawIntBits((float) value));
    }

    void string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        u16(utf8.length);
        raw(utf8);
    }

    void raw(byte[] source) {
        int at = reserve(source.length);
        System.arraycopy(source, 0, bytes, at, source.length);
    }

    void tiles(TileGrid tiles) {
        int at = reserve(tiles.size() * 2);
        tiles.write(bytes, at);
    }

    /** Starts a section; the result goes to {@link #endSection}. */
    int beginSection(int id) {
        u8(id);
        i32(0);
        return size;
    }

    void endSection(int start) {
        setI32(start - 4, size - start);
    }
}
