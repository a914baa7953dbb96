package dev.terrane.gateway.stages.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names the writer of a stage's session commands: one source for each stage. */
final class CommandSource {
    /** Of 32 characters a source may have, the prefix takes 8. */
    private static final int HASH_BYTES = 12;

    private CommandSource() {}

    static String of(String stageId) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(stageId.getBytes(StandardCharsets.UTF_8));
            return "gateway-" + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
