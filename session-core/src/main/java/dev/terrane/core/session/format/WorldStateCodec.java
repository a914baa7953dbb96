package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;

/** {@code world-state v1}, magic {@code TSWS}: an export to look at, refused by every restore. */
public final class WorldStateCodec {
    static final int MAGIC = Frame.magic("TSWS");
    private static final int VERSION = 1;
    private static final int EPISODE_BYTES_MIN = 5 + 8 + 5 + 8 + 8 + 4;

    /** Largest export accepted, checksum included. */
    public static final int BYTES_MAX = 64 << 20;

    private WorldStateCodec() {}

    /** The export as bytes. */
    public static byte[] encode(WorldState state) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, state));
    }

    /** The export in these bytes. */
    public static Decoded<WorldState> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, WorldStateCodec::read);
    }

    private static void write(LittleEndianWriter out, WorldState state) {
        out.string(state.session().value()).string(state.generation().value());
        out.string(state.engine()).i64(state.revision()).i64(state.stepIndex());
        out.f64(state.seconds() + 0.0);
        BodyCodec.write(out, state.gravity());
        out.i32(state.bodies().size());
        for (WorldState.Seen seen : state.bodies()) {
            BodyCodec.write(out, seen.body());
            out.i64(seen.incarnation());
        }
        out.i32(state.episodes().size());
        for (WorldState.Episode episode : state.episodes()) {
            FactCodec.write(out, episode.pair());
            out.i64(episode.startStep()).i32(episode.ordinal());
        }
    }

    private static WorldState read(LittleEndianReader in) {
        SessionId session = new SessionId(in.string());
        Generation generation = new Generation(in.string());
        String engine = in.string();
        long revision = in.i64();
        long stepIndex = in.i64();
        double seconds = in.f64();
        Vec2 gravity = BodyCodec.readVec2(in);
        List<WorldState.Seen> bodies =
                Lists.read(
                        in,
                        BodyCodec.DEFINITION_BYTES_MIN + 8,
                        r -> new WorldState.Seen(BodyCodec.readDefinition(r), r.i64()));
        List<WorldState.Episode> episodes =
                Lists.read(
                        in,
                        EPISODE_BYTES_MIN,
                        r -> {
                            ContactFact.Pair pair = FactCodec.readPair(r);
                            return new WorldState.Episode(pair, r.i64(), r.i32());
                        });
        return new WorldState(
                session,
                generation,
                engine,
                revision,
                stepIndex,
                seconds,
                gravity,
                bodies,
                episodes);
    }
}
