package dev.terrane.core.chunk;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A SHA-256 digest.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Checksum(String hex) {
    public static final int BYTES = 32;

    public Checksum {
        if (!isHex(hex)) {
            throw new IllegalArgumentException("not a checksum: " + hex);
        }
    }

    /** Wraps 32 bytes. */
    public static Checksum of(byte[] digest) {
        return new Checksum(HexFormat.of().formatHex(digest));
    }

    /** The digest of a range of bytes. */
    public static Checksum over(byte[] bytes, int offset, int length) {
        MessageDigest sha = sha256();
        sha.update(bytes, offset, length);
        return of(sha.digest());
    }

    /** Reads 64 lower-case digits. */
    public static Optional<Checksum> find(String hex) {
        return isHex(hex) ? Optional.of(new Checksum(hex)) : Optional.empty();
    }

    /** The 32 bytes. */
    public byte[] toBytes() {
        return HexFormat.of().parseHex(hex);
    }

    /** A fresh digest. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static boolean isHex(String text) {
        if (text.length() != 2 * BYTES) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return hex;
    }
}
