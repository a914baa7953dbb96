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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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

    private static void write(LittleEndianWriter out, SessionState state) {
        SessionState.Origin origin = state.origin();
        out.string(origin.id().value()).string(origin.generation().value());
        out.string(origin.engine());
        BodyCodec.write(out, origin.gravity());
        BodyCodec.write(out, origin.limits());
        SessionState.Progress progress = state.progress();
        out.i64(progress.revision()).i64(progress.entries()).bool(progress.endsInStep());
        out.i64(progress.stepIndex()).f64(progress.seconds() + 0.0);
        out.i64(progress.lastIncarnation()).bool(progress.disposed());
        CommandCodec.write(out, progress.digest());
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

    private static SessionState read(LittleEndianReader in) {
        SessionId id = new SessionId(in.string());
        Generation generation = new Generation(in.string());
        String engine = in.string();
        Vec2 gravity = BodyCodec.readVec2(in);
        PhysicsLimits limits = BodyCodec.readLimits(in);
        var origin = new SessionState.Origin(id, generation, engine, gravity, limits);
        long revision = in.i64();
        long entries = in.i64();
        boolean endsInStep = in.bool();
        long stepIndex = in.i64();
        double seconds = in.f64();
        long incarnation = in.i64();
        boolean disposed = in.bool();
        Hash digest = CommandCodec.readHash(in);
        List<BodyState> bodies = list(in, BodyCodec.STATE_BYTES_MIN, BodyCodec::readState);
        List<ContactState> contacts = list(in, BodyCodec.CONTACT_BYTES_MIN, BodyCodec::readContact);
        return new SessionState(
                origin,
                new SessionState.Progress(
                        revision,
                        entries,
                        endsInStep,
                        stepIndex,
                        seconds,
                        incarnation,
                        disposed,
                        digest),
                bodies,
                contacts,
                readLedger(in));
    }

    private static LedgerState readLedger(LittleEndianReader in) {
        List<LedgerState.IdHash> ids =
                list(in, 16, reader -> new LedgerState.IdHash(reader.i64(), reader.i64()));
        List<LedgerState.Recent> recent =
                list(
                        in,
                        FactCodec.RECEIPT_BYTES_MIN + Hash.BYTES + 4,
                        reader -> {
                            Receipt receipt = FactCodec.readReceipt(reader);
                            Hash fingerprint = CommandCodec.readHash(reader);
                            List<ContactFact> facts = FactCodec.readFacts(reader);
                            return new LedgerState.Recent(receipt, fingerprint, facts);
                        });
        List<LedgerState.Watermark> hosts =
                list(in, 4 + 8, reader -> new LedgerState.Watermark(reader.string(), reader.i64()));
        return new LedgerState(ids, recent, hosts);
    }

    private static <T> List<T> list(
            LittleEndianReader in, int bytesMin, Function<LittleEndianReader, T> item) {
        int count = in.count(bytesMin);
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(item.apply(in));
        }
        return items;
    }
}
