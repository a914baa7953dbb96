package dev.terrane.core.session.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 value: 32 bytes as four little-endian words. */
public record Hash(long a, long b, long c, long d) {
    /** Length in bytes. */
    public static final int BYTES = 32;

    /** A digest of the algorithm every hash here uses. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** The hash of these bytes. */
    public static Hash of(byte[] bytes) {
        return fromBytes(sha256().digest(bytes));
    }

    /** The hash with these 32 bytes. */
    public static Hash fromBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("not 32 bytes: " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new Hash(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    /** A fresh copy of the bytes. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    /** 64 lower-case hexadecimal digits. */
    public String toHex() {
        return HexFormat.of().formatHex(toBytes());
    }

    @Override
    public String toString() {
        return toHex();
    }
}
