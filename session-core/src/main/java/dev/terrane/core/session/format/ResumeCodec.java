package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.SessionState;

/** A resume descriptor, magic {@code TSRD}. */
public final class ResumeCodec {
    static final int MAGIC = Frame.magic("TSRD");
    private static final int VERSION = 1;

    /** Largest descriptor accepted, checksum included. */
    public static final int BYTES_MAX = 4 << 10;

    private ResumeCodec() {}

    /** The base a definition is. */
    public static ResumeDescriptor.Base baseOf(SessionDefinition definition) {
        return new ResumeDescriptor.Base(
                ResumeDescriptor.Kind.DEFINITION,
                0,
                0,
                Hash.of(DefinitionCodec.encode(definition)));
    }

    /** The base a state checkpoint is. */
    public static ResumeDescriptor.Base baseOf(SessionState state) {
        return new ResumeDescriptor.Base(
                ResumeDescriptor.Kind.CHECKPOINT,
                state.progress().entries(),
                state.progress().revision(),
                Hash.of(CheckpointCodec.encode(state)));
    }

    /** The descriptor as bytes. */
    public static byte[] encode(ResumeDescriptor descriptor) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, descriptor));
    }

    /** The descriptor in these bytes. */
    public static Decoded<ResumeDescriptor> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, ResumeCodec::read);
    }

    private static void write(LittleEndianWriter out, ResumeDescriptor descriptor) {
        out.string(descriptor.session().value()).string(descriptor.generation().value());
        out.string(descriptor.engine());
        ResumeDescriptor.Base base = descriptor.base();
        out.u8(base.kind().number()).i64(base.entries()).i64(base.revision());
        CommandCodec.write(out, base.hash());
        CheckpointCodec.write(out, descriptor.end());
        CommandCodec.write(out, descriptor.state());
    }

    private static ResumeDescriptor read(LittleEndianReader in) {
        SessionId session = new SessionId(in.string());
        Generation generation = new Generation(in.string());
        String engine = in.string();
        int number = in.u8();
        ResumeDescriptor.Kind kind =
                switch (number) {
                    case 0 -> ResumeDescriptor.Kind.DEFINITION;
                    case 1 -> ResumeDescriptor.Kind.CHECKPOINT;
                    default -> throw in.malformed("no such kind of base: " + number);
                };
        var base = new ResumeDescriptor.Base(kind, in.i64(), in.i64(), CommandCodec.readHash(in));
        return new ResumeDescriptor(
                session,
                generation,
                engine,
                base,
                CheckpointCodec.readProgress(in),
                CommandCodec.readHash(in));
    }
}
