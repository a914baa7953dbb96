package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Vec2;
import java.util.Comparator;
import java.util.List;

/** A state checkpoint, magic {@code TSCP}: enough to continue with the same bits. */
public final class CheckpointCodec {
    private static final int MAGIC = Frame.magic("TSCP");
    private static final int VERSION = 1;

    /** Largest checkpoint accepted, checksum included. */
    public static final int BYTES_MAX = 256 << 20;

    private CheckpointCodec() {}

    /** The state as bytes; equal states give equal bytes. */
    public static byte[] encode(SessionState state) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, state));
    }

    /** The state in these bytes. */
    public static Decoded<SessionState> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, CheckpointCodec::read);
    }

    static void write(LittleEndianWriter out, SessionState state) {
        SessionState.Origin origin = state.origin();
        out.string(origin.id().value()).string(origin.generation().value());
        out.string(origin.engine());
        BodyCodec.write(out, origin.gravity());
        BodyCodec.write(out, origin.limits());
        write(out, state.progress());
        out.i32(state.bodies().size());
        for (BodyState body : state.bodies()) {
            BodyCodec.write(out, body);
        }
        out.i32(state.contacts().size());
        for (ContactState contact : state.contacts()) {
            BodyCodec.write(out, contact);
        }
        write(out, state.ledger());
    }

    static void write(LittleEndianWriter out, SessionState.Progress progress) {
        out.i64(progress.revision()).i64(progress.entries()).bool(progress.endsInStep());
        out.i64(progress.stepIndex()).f64(progress.seconds() + 0.0);
        out.i64(progress.lastIncarnation()).bool(progress.disposed());
        CommandCodec.write(out, progress.digest());
    }

    private static void write(LittleEndianWriter out, LedgerState ledger) {
        out.i32(ledger.ids().size());
        for (LedgerState.IdHash id : ledger.ids()) {
            out.i64(id.high()).i64(id.low());
        }
        out.i32(ledger.recent().size());
        for (LedgerState.Recent recent : ledger.recent()) {
            FactCodec.write(out, recent.receipt());
            CommandCodec.write(out, recent.fingerprint());
            FactCodec.write(out, recent.facts());
        }
        out.i32(ledger.hosts().size());
        for (LedgerState.Watermark watermark : ledger.hosts()) {
            out.string(watermark.source()).i64(watermark.sequence());
        }
    }

    static SessionState read(LittleEndianReader in) {
        SessionId id = new SessionId(in.string());
        Generation generation = new Generation(in.string());
        String engine = in.string();
        Vec2 gravity = BodyCodec.readVec2(in);
        PhysicsLimits limits = BodyCodec.readLimits(in);
        var origin = new SessionState.Origin(id, generation, engine, gravity, limits);
        SessionState.Progress progress = readProgress(in);
        List<BodyState> bodies =
                Lists.readAscending(
                        in,
                        BodyCodec.STATE_BYTES_MIN,
                        Comparator.comparing(BodyState::id),
                        BodyCodec::readState);
        List<ContactState> contacts =
                Lists.readAscending(
                        in,
                        BodyCodec.CONTACT_BYTES_MIN,
                        Comparator.comparing(ContactState::a).thenComparing(ContactState::b),
                        BodyCodec::readContact);
        return new SessionState(origin, progress, bodies, contacts, readLedger(in));
    }

    static SessionState.Progress readProgress(LittleEndianReader in) {
        return new SessionState.Progress(
                in.i64(),
                in.i64(),
                in.bool(),
                in.i64(),
                in.f64(),
                in.i64(),
                in.bool(),
                CommandCodec.readHash(in));
    }

    private static LedgerState readLedger(LittleEndianReader in) {
        List<LedgerState.IdHash> ids =
                Lists.read(in, 16, reader -> new LedgerState.IdHash(reader.i64(), reader.i64()));
        List<LedgerState.Recent> recent =
                Lists.read(
                        in,
                        FactCodec.RECEIPT_BYTES_MIN + Hash.BYTES + 4,
                        reader -> {
                            Receipt receipt = FactCodec.readReceipt(reader);
                            Hash fingerprint = CommandCodec.readHash(reader);
                            List<ContactFact> facts = FactCodec.readFacts(reader);
                            return new LedgerState.Recent(receipt, fingerprint, facts);
                        });
        List<LedgerState.Watermark> hosts =
                Lists.readAscending(
                        in,
                        4 + 8,
                        Comparator.comparing(LedgerState.Watermark::source),
                        reader -> new LedgerState.Watermark(reader.string(), reader.i64()));
        return new LedgerState(ids, recent, hosts);
    }
}
