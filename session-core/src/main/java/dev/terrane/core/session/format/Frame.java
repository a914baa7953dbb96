package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.Hash;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The frame all forms share.
 *
 * <pre>
 * offset  type      meaning
 * 0       u32       magic, four ASCII letters
 * 4       i32       version
 * 8       …         body
 * end-32  32 bytes  SHA-256 of everything before
 * </pre>
 */
final class Frame {
    static final int HEADER_BYTES = 8;
    static final int STRING_BYTES_MAX = 256;

    private Frame() {}

    /** Magic number of four letters, first letter at the lowest address. */
    static int magic(String letters) {
        return letters.charAt(0)
                | letters.charAt(1) << 8
                | letters.charAt(2) << 16
                | letters.charAt(3) << 24;
    }

    private static String letters(int magic) {
        StringBuilder letters = new StringBuilder();
        for (int shift = 0; shift < 32; shift += 8) {
            char c = (char) ((magic >>> shift) & 0xFF);
            letters.append(c >= ' ' && c <= '~' ? c : '?');
        }
        return letters.toString();
    }

    /** The first four bytes as letters; what is no letter, or missing, reads '?'. */
    static String magicOf(byte[] bytes) {
        int magic = 0;
        for (int i = 0; i < 4 && i < bytes.length; i++) {
            magic |= (bytes[i] & 0xFF) << (8 * i);
        }
        return letters(magic);
    }

    static byte[] encode(int magic, int version, Consumer<LittleEndianWriter> body) {
        LittleEndianWriter out = new LittleEndianWriter();
        out.i32(magic).i32(version);
        body.accept(out);
        MessageDigest sha = Hash.sha256();
        sha.update(out.buffer(), 0, out.length());
        return out.raw(sha.digest()).toBytes();
    }

    static <T> Decoded<T> decode(
            byte[] bytes,
            int magic,
            int version,
            int bytesMax,
            Function<LittleEndianReader, T> body) {
        if (bytes.length > bytesMax) {
            return new Decoded.Rejected<>(
                    Decoded.Reason.OVER_LIMIT, bytes.length + " bytes, limit " + bytesMax);
        }
        int end = bytes.length - Hash.BYTES;
        if (end < HEADER_BYTES) {
            return new Decoded.Rejected<>(Decoded.Reason.MALFORMED, "0: shorter than its frame");
        }
        LittleEndianReader in = new LittleEndianReader(bytes, end, STRING_BYTES_MAX);
        if (in.i32() != magic) {
            return new Decoded.Rejected<>(
                    Decoded.Reason.MALFORMED,
                    "0: this is '" + magicOf(bytes) + "', expected was '" + letters(magic) + "'");
        }
        int found = in.i32();
        if (found != version) {
            return new Decoded.Rejected<>(Decoded.Reason.VERSION, "4: version " + found);
        }
        MessageDigest sha = Hash.sha256();
        sha.update(bytes, 0, end);
        if (!MessageDigest.isEqual(sha.digest(), Arrays.copyOfRange(bytes, end, bytes.length))) {
            return new Decoded.Rejected<>(Decoded.Reason.CHECKSUM, end + ": checksum differs");
        }
        try {
            T value = body.apply(in);
            if (in.remaining() > 0) {
                throw in.malformed("bytes after the end");
            }
            return new Decoded.Ok<>(value);
        } catch (LittleEndianReader.Malformed e) {
            return new Decoded.Rejected<>(
                    e.isOverLimit() ? Decoded.Reason.OVER_LIMIT : Decoded.Reason.MALFORMED,
                    e.offset() + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            // A value type refused what it was given.
            return new Decoded.Rejected<>(
                    Decoded.Reason.MALFORMED, in.offset() + ": " + e.getMessage());
        }
    }
}
