package dev.terrane.core.entity;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Immutable bytes of a {@code string} value, compared by content. NUL and bytes that are no UTF-8
 * are kept: whoever presents the text applies its own rules.
 */
public final class ByteText {
    /** No bytes. */
    public static final ByteText EMPTY = new ByteText(new byte[0]);

    private final byte[] bytes;

    private ByteText(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy of the bytes. */
    public static ByteText copyOf(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new ByteText(bytes.clone());
    }

    /** The UTF-8 bytes of the text; half a surrogate pair, which has none, becomes {@code ?}. */
    public static ByteText of(String text) {
        return text.isEmpty() ? EMPTY : new ByteText(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** A copy of the bytes. */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /** Copies the bytes into an array that has room for them. */
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    /** The bytes as UTF-8; malformed sequences are replaced, so this is for people only. */
    public String toUtf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteText that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length <= 64 ? "\"" + toUtf8() + "\"" : bytes.length + " bytes";
    }
}
