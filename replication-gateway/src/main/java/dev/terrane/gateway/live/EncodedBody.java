package dev.terrane.gateway.live;

import java.util.Arrays;

/** Bytes of one encoded state body, made once and shared by every recipient. Immutable. */
public final class EncodedBody {
    private final byte[] bytes;

    private EncodedBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes the bytes over; the giver must not change them afterwards. */
    public static EncodedBody owning(byte[] bytes) {
        return new EncodedBody(bytes);
    }

    /** Number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** The bytes themselves, not a copy; the taker must not change them. */
    public byte[] shared() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedBody that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
