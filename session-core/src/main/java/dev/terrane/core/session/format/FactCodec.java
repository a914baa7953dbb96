package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.List;

/** Bytes of receipts and contact facts; lists of facts also stand alone, magic {@code TSFA}. */
public final class FactCodec {
    static final int RECEIPT_BYTES_MIN = 6 + 2 + 24 + 4;
    private static final int FACT_BYTES_MIN = 1 + 8 + 5 + 8 + 5 + 8 + 8 + 4 + 4;
    private static final int MAGIC = Frame.magic("TSFA");
    private static final int VERSION = 1;
    private static final int BYTES_MAX = 64 << 20;

    private FactCodec() {}

    /** Facts of one step or mutation as bytes. */
    public static byte[] encode(List<ContactFact> facts) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, facts));
    }

    /** The facts in these bytes. */
    public static Decoded<List<ContactFact>> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, FactCodec::readFacts);
    }

    static void write(LittleEndianWriter out, Receipt receipt) {
        CommandCodec.write(out, receipt.commandId());
        out.u8(receipt.kind().number()).u8(receipt.error().number());
        out.i64(receipt.beforeRevision()).i64(receipt.afterRevision()).i64(receipt.stepIndex());
        out.i32(receipt.factCount());
    }

    static Receipt readReceipt(LittleEndianReader in) {
        CommandId id = CommandCodec.readId(in);
        int kindNumber = in.u8();
        CommandKind kind =
                CommandKind.find(kindNumber)
                        .orElseThrow(() -> in.malformed("no such kind: " + kindNumber));
        int errorNumber = in.u8();
        ReceiptError error =
                ReceiptError.find(errorNumber)
                        .orElseThrow(() -> in.malformed("no such error: " + errorNumber));
        return new Receipt(id, kind, error, in.i64(), in.i64(), in.i64(), in.i32());
    }

    static void write(LittleEndianWriter out, List<ContactFact> facts) {
        out.i32(facts.size());
        for (ContactFact fact : facts) {
            out.u8(fact.kind().number()).i64(fact.stepIndex());
            write(out, fact.pair());
            out.i64(fact.startStep()).i32(fact.ordinal()).i32(fact.number());
            ContactFact.Detail detail = fact.detail();
            if (detail != null) {
                BodyCodec.write(out, detail.point());
                BodyCodec.write(out, detail.normal());
                out.f64(detail.penetration() + 0.0).f64(detail.relativeSpeed() + 0.0);
            }
        }
    }

    static void write(LittleEndianWriter out, ContactFact.Pair pair) {
        BodyCodec.write(out, pair.a());
        out.i64(pair.incarnationA());
        BodyCodec.write(out, pair.b());
        out.i64(pair.incarnationB());
    }

    static ContactFact.Pair readPair(LittleEndianReader in) {
        return new ContactFact.Pair(
                BodyCodec.readBodyId(in), in.i64(), BodyCodec.readBodyId(in), in.i64());
    }

    static List<ContactFact> readFacts(LittleEndianReader in) {
        int count = in.count(FACT_BYTES_MIN);
        List<ContactFact> facts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = in.u8();
            FactKind kind =
                    FactKind.find(number)
                            .orElseThrow(() -> in.malformed("no such fact kind: " + number));
            long step = in.i64();
            ContactFact.Pair pair = readPair(in);
            long startStep = in.i64();
            int ordinal = in.i32();
            int within = in.i32();
            ContactFact.Detail detail = null;
            if (kind != FactKind.END) {
                Vec2 point = BodyCodec.readVec2(in);
                Vec2 normal = BodyCodec.readVec2(in);
                detail = new ContactFact.Detail(point, normal, in.f64(), in.f64());
            }
            facts.add(new ContactFact(kind, step, pair, startStep, ordinal, within, detail));
        }
        return facts;
    }
}
