package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Vec2;
import java.util.Comparator;
import java.util.List;

/** What a session was made from, magic {@code TSDF}: the start of every full replay. */
public final class DefinitionCodec {
    private static final int MAGIC = Frame.magic("TSDF");
    private static final int VERSION = 1;

    /** Largest definition accepted, checksum included. */
    public static final int BYTES_MAX = 16 << 20;

    private DefinitionCodec() {}

    /** The definition as bytes. */
    public static byte[] encode(SessionDefinition definition) {
        return Frame.encode(MAGIC, VERSION, out -> write(out, definition));
    }

    /** The definition in these bytes. */
    public static Decoded<SessionDefinition> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, DefinitionCodec::read);
    }

    static void write(LittleEndianWriter out, SessionDefinition definition) {
        out.string(definition.id().value()).string(definition.generation().value());
        BodyCodec.write(out, definition.gravity());
        BodyCodec.write(out, definition.limits());
        out.f64(definition.seconds() + 0.0);
        out.i32(definition.bodies().size());
        for (BodyDefinition body : definition.bodies()) {
            BodyCodec.write(out, body);
        }
    }

    static SessionDefinition read(LittleEndianReader in) {
        SessionId id = new SessionId(in.string());
        Generation generation = new Generation(in.string());
        Vec2 gravity = BodyCodec.readVec2(in);
        PhysicsLimits limits = BodyCodec.readLimits(in);
        double seconds = in.f64();
        List<BodyDefinition> bodies =
                Lists.readAscending(
                        in,
                        BodyCodec.DEFINITION_BYTES_MIN,
                        Comparator.comparing(BodyDefinition::id),
                        BodyCodec::readDefinition);
        return new SessionDefinition(id, generation, gravity, limits, seconds, bodies);
    }
}
