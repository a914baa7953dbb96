package dev.terrane.schema.registry.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256 over labelled texts, each with its length, so that no two lists give the same bytes. */
final class PlanHash {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    private final MessageDigest digest;

    PlanHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** Whether a text has the form of a hash. */
    static boolean isHash(String text) {
        return FORM.matcher(text).matches();
    }

    void add(String label, String text) {
        addBytes(label);
        addBytes(text);
    }

    String toHex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private void addBytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }
}
