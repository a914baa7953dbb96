package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionId;
import java.util.List;

/** A journal chunk, magic {@code TSJC}. */
public final class JournalChunkCodec {
    private static final int MAGIC = Frame.magic("TSJC");
    private static final int VERSION = 1;
    private static final int ACCEPTED = 1;
    private static final int STEP_RUN = 2;
    private static final int REJECTED = 3;
    private static final int RECORD_BYTES_MIN = 1 + 6 + 1 + 8 + 1;

    /** Largest chunk accepted, checksum included. */
    public static final int BYTES_MAX = 64 << 20;

    private JournalChunkCodec() {}

    /** The chunk as bytes. */
    public static byte[] encode(JournalChunk chunk) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, chunk));
    }

    /** The chunk in these bytes. */
    public static Decoded<JournalChunk> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, JournalChunkCodec::read);
    }

    static void write(LittleEndianWriter out, JournalChunk chunk) {
        out.string(chunk.session().value()).string(chunk.generation().value());
        out.string(chunk.engine())
                .i64(chunk.firstIndex())
                .i64(chunk.firstEntry())
                .i32(chunk.records().size());
        for (JournalRecord record : chunk.records()) {
            write(out, record);
        }
        CommandCodec.write(out, chunk.digestAfter());
    }

    private static void write(LittleEndianWriter out, JournalRecord record) {
        switch (record) {
            case JournalRecord.Accepted accepted -> {
                CommandCodec.write(out.u8(ACCEPTED), accepted.id());
                CommandCodec.write(out, accepted.requested());
                out.i64(accepted.resolvedRevision());
                CommandCodec.write(out, accepted.operation());
            }
            case JournalRecord.StepRun run -> {
                CommandCodec.write(out.u8(STEP_RUN), run.first());
                out.i64(run.count()).i64(run.resolvedRevision());
                CommandCodec.write(out, run.step());
            }
            case JournalRecord.Rejected rejected -> {
                FactCodec.write(out.u8(REJECTED), rejected.receipt());
                CommandCodec.write(out, rejected.fingerprint());
            }
        }
    }

    static JournalChunk read(LittleEndianReader in) {
        SessionId session = new SessionId(in.string());
        Generation generation = new Generation(in.string());
        String engine = in.string();
        long firstIndex = in.i64();
        long firstEntry = in.i64();
        List<JournalRecord> records =
                Lists.read(in, RECORD_BYTES_MIN, JournalChunkCodec::readRecord);
        Hash digest = CommandCodec.readHash(in);
        return new JournalChunk(
                session, generation, engine, firstIndex, firstEntry, records, digest);
    }

    private static JournalRecord readRecord(LittleEndianReader in) {
        int form = in.u8();
        return switch (form) {
            case ACCEPTED -> {
                CommandId id = CommandCodec.readId(in);
                Expected requested = CommandCodec.readExpected(in);
                long resolved = in.i64();
                Operation operation = CommandCodec.readOperation(in);
                yield new JournalRecord.Accepted(id, requested, resolved, operation);
            }
            case STEP_RUN -> {
                if (!(CommandCodec.readId(in) instanceof CommandId.Host first)) {
                    throw in.malformed("a run belongs to the host");
                }
                long count = in.i64();
                long resolved = in.i64();
                if (!(CommandCodec.readOperation(in) instanceof Operation.Step step)) {
                    throw in.malformed("a run consists of steps");
                }
                yield new JournalRecord.StepRun(first, count, resolved, step);
            }
            case REJECTED ->
                    new JournalRecord.Rejected(
                            FactCodec.readReceipt(in), CommandCodec.readHash(in));
            default -> throw in.malformed("no such record: " + form);
        };
    }
}
