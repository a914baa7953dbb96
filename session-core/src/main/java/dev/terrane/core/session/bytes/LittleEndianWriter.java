package dev.terrane.core.session.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of little-endian values. One owner. */
public final class LittleEndianWriter {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[256];
    private int length;

    /** Forgets what was written and keeps the room. */
    public LittleEndianWriter reset() {
        length = 0;
        return this;
    }

    /** One byte, 0..255. */
    public LittleEndianWriter u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    /** A byte 0 or 1. */
    public LittleEndianWriter bool(boolean value) {
        return u8(value ? 1 : 0);
    }

    /** Four bytes. */
    public LittleEndianWriter i32(int value) {
        room(4);
        INT.set(bytes, length, value);
        length += 4;
        return this;
    }

    /** Eight bytes. */
    public LittleEndianWriter i64(long value) {
        room(8);
        LONG.set(bytes, length, value);
        length += 8;
        return this;
    }

    /** Eight bytes, the bits of the number. */
    public LittleEndianWriter f64(double value) {
        return i64(Double.doubleToRawLongBits(value));
    }

    /** Length as i32, then UTF-8. */
    public LittleEndianWriter string(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return i32(utf8.length).raw(utf8);
    }

    /** The bytes as they are. */
    public LittleEndianWriter raw(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
        return this;
    }

    /** Bytes written so far. */
    public int length() {
        return length;
    }

    /** The buffer itself; valid up to {@link #length()} until the next write. */
    public byte[] buffer() {
        return bytes;
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
