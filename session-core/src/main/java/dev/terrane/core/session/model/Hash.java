package dev.terrane.core.session.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 value: 32 bytes as four little-endian words. */
public record Hash(long a, long b, long c, long d) {
    /** Length in bytes. */
    public static final int BYTES = 32;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Looked up once; a copy of it costs less than another look. */
    private static final MessageDigest FRESH = lookUp();

    /** A digest of the algorithm every hash here uses. */
    public static MessageDigest sha256() {
        try {
            return (MessageDigest) FRESH.clone();
        } catch (CloneNotSupportedException e) {
            return lookUp();
        }
    }

    private static MessageDigest lookUp() {
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
        return new Hash(
                (long) WORD.get(bytes, 0),
                (long) WORD.get(bytes, 8),
                (long) WORD.get(bytes, 16),
                (long) WORD.get(bytes, 24));
    }

    /** A fresh copy of the bytes. */
    public byte[] toBytes() {
        byte[] bytes = new byte[BYTES];
        WORD.set(bytes, 0, a);
        WORD.set(bytes, 8, b);
        WORD.set(bytes, 16, c);
        WORD.set(bytes, 24, d);
        return bytes;
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
