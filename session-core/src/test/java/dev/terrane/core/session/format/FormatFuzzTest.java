package dev.terrane.core.session.format;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.SessionState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Any bytes are read canonically or refused; nothing throws. The inputs lie in the resources; with
 * {@code JAZZER_FUZZ=1} a target searches for more.
 */
class FormatFuzzTest {
    private static final int VERSION_BYTES = 4;

    @FuzzTest
    void anyFile(byte[] bytes) {
        SessionFile.decode(bytes);
    }

    @FuzzTest
    void definition(byte[] body) {
        check("TSDF", body, DefinitionCodec::decode, DefinitionCodec::encode);
    }

    @FuzzTest
    void journalChunk(byte[] body) {
        check("TSJC", body, JournalChunkCodec::decode, JournalChunkCodec::encode);
    }

    @FuzzTest
    void checkpoint(byte[] body) {
        SessionState state = check("TSCP", body, CheckpointCodec::decode, CheckpointCodec::encode);
        if (state != null) {
            try {
                Session.restore(state, SessionLimits.DEFAULT);
            } catch (IllegalArgumentException refused) {
                // Parts that do not fit each other: the refusal restore documents.
                return;
            }
        }
    }

    @FuzzTest
    void replayCheckpoint(byte[] body) {
        check("TSRP", body, ReplayCheckpointCodec::decode, ReplayCheckpointCodec::encode);
    }

    @FuzzTest
    void resumeDescriptor(byte[] body) {
        check("TSRD", body, ResumeCodec::decode, ResumeCodec::encode);
    }

    @FuzzTest
    void worldState(byte[] body) {
        check("TSWS", body, WorldStateCodec::decode, WorldStateCodec::encode);
    }

    @FuzzTest
    void facts(byte[] body) {
        check("TSFA", body, FactCodec::decode, FactCodec::encode);
    }

    /** Puts the body into a frame with a right checksum, so that its reader sees it. */
    private static <T> T check(
            String magic,
            byte[] body,
            Function<byte[], Decoded<T>> decode,
            Function<T, byte[]> encode) {
        byte[] bytes = new byte[Frame.HEADER_BYTES + body.length + Hash.BYTES];
        System.arraycopy(magic.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, VERSION_BYTES);
        bytes[VERSION_BYTES] = 1;
        System.arraycopy(body, 0, bytes, Frame.HEADER_BYTES, body.length);
        int end = bytes.length - Hash.BYTES;
        byte[] hash = Hash.of(Arrays.copyOf(bytes, end)).toBytes();
        System.arraycopy(hash, 0, bytes, end, Hash.BYTES);
        if (decode.apply(bytes) instanceof Decoded.Ok<T>(T value)) {
            if (!Arrays.equals(encode.apply(value), bytes)) {
                throw new AssertionError("read, but not canonical: " + value);
            }
            return value;
        }
        return null;
    }
}
