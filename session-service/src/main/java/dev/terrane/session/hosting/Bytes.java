package dev.terrane.session.hosting;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Bytes on their way to or from the store. Whoever hands them over does not write them any more.
 */
public final class Bytes {
    private final byte[] value;

    /** Wraps without copying. */
    public Bytes(byte[] value) {
        this.value = value;
    }

    /** The bytes themselves; not to be written. */
    public byte[] value() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return value.length <= 32 ? HexFormat.of().formatHex(value) : value.length + " bytes";
    }
}
