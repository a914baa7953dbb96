package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.SessionDefinition;

/** A replay checkpoint, magic {@code TSRP}: definition, complete journal, state that verifies. */
public final class ReplayCheckpointCodec {
    static final int MAGIC = Frame.magic("TSRP");
    private static final int VERSION = 1;

    /** Largest checkpoint accepted, checksum included. */
    public static final int BYTES_MAX = 256 << 20;

    private ReplayCheckpointCodec() {}

    /** The checkpoint as bytes. */
    public static byte[] encode(ReplayCheckpoint checkpoint) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, checkpoint));
    }

    /** The checkpoint in these bytes. */
    public static Decoded<ReplayCheckpoint> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, ReplayCheckpointCodec::read);
    }

    private static void write(LittleEndianWriter out, ReplayCheckpoint checkpoint) {
        DefinitionCodec.write(out, checkpoint.definition());
        JournalChunkCodec.write(out, checkpoint.journal());
        CheckpointCodec.write(out, checkpoint.end());
    }

    private static ReplayCheckpoint read(LittleEndianReader in) {
        SessionDefinition definition = DefinitionCodec.read(in);
        JournalChunk journal = JournalChunkCodec.read(in);
        return new ReplayCheckpoint(definition, journal, CheckpointCodec.read(in));
    }
}
