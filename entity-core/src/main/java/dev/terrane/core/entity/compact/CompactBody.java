package dev.terrane.core.entity.compact;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Immutable bytes of one body, compared by content. It names no entity, revision or recipient, so
 * one body serves every recipient of its projection class.
 */
public final class CompactBody {
    private final byte[] bytes;

    private CompactBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy of the bytes. */
    public static CompactBody copyOf(byte[] bytes) {
        return new CompactBody(bytes.clone());
    }

    static CompactBody of(ByteSink sink) {
        return new CompactBody(sink.toByteArray());
    }

    /** Number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** A copy of the bytes. */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    void writeTo(ByteSink sink) {
        sink.bytes(bytes, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompactBody that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length <= 64 ? HexFormat.of().formatHex(bytes) : bytes.length + " bytes";
    }
}
