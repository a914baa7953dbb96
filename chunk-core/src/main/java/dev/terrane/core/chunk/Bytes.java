package dev.terrane.core.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An immutable run of bytes, equal by content. */
public final class Bytes {
    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Copies. */
    public static Bytes copyOf(byte[] bytes) {
        return new Bytes(bytes.clone());
    }

    /** Takes the array itself: the caller gives it up. */
    public static Bytes wrap(byte[] bytes) {
        return new Bytes(bytes);
    }

    public int size() {
        return bytes.length;
    }

    /** A copy. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** A view that cannot be written. */
    public ByteBuffer asReadOnlyBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Bytes[" + bytes.length + "]";
    }
}
