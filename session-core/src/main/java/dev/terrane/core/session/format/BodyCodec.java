package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.Comparator;
import java.util.List;

/** Bytes of what the physics port speaks of. */
final class BodyCodec {
    /** Least bytes of a definition: id, kind, shape, numbers, profile. */
    static final int DEFINITION_BYTES_MIN = 5 + 1 + 9 + 8 + 8 + 48 + 2 + 20;

    static final int STATE_BYTES_MIN = DEFINITION_BYTES_MIN + 8 + 24 + 1;
    static final int CONTACT_BYTES_MIN = 5 + 5 + 8 + 16 + 1 + 8 + 4;
    private static final int FIELD_BYTES_MIN = 5 + 32;

    private BodyCodec() {}

    static void write(LittleEndianWriter out, Vec2 value) {
        out.f64(value.x()).f64(value.y());
    }

    static Vec2 readVec2(LittleEndianReader in) {
        return new Vec2(in.f64(), in.f64());
    }

    static void write(LittleEndianWriter out, BodyId id) {
        out.string(id.value());
    }

    static BodyId readBodyId(LittleEndianReader in) {
        return new BodyId(in.string());
    }

    static void write(LittleEndianWriter out, Shape shape) {
        switch (shape) {
            case Shape.Circle(double radius) -> out.u8(1).f64(radius);
            case Shape.Box(Vec2 half) -> write(out.u8(2), half);
        }
    }

    static Shape readShape(LittleEndianReader in) {
        int kind = in.u8();
        return switch (kind) {
            case 1 -> new Shape.Circle(in.f64());
            case 2 -> new Shape.Box(readVec2(in));
            default -> throw in.malformed("no such shape: " + kind);
        };
    }

    static BodyKind readBodyKind(LittleEndianReader in) {
        int number = in.u8();
        return BodyKind.find(number)
                .orElseThrow(() -> in.malformed("no such body kind: " + number));
    }

    static void write(LittleEndianWriter out, BodyDefinition body) {
        write(out, body.id());
        out.u8(body.kind().number());
        write(out, body.shape());
        out.f64(body.mass() + 0.0).f64(body.restitution() + 0.0);
        BodyDefinition.Motion motion = body.motion();
        write(out, motion.position());
        write(out, motion.velocity());
        out.f64(motion.angle()).f64(motion.angularVelocity());
        write(out, body.profile());
    }

    static void write(LittleEndianWriter out, BodyDefinition.Profile profile) {
        out.bool(profile.bullet()).bool(profile.inFields());
        CollisionFilter filter = profile.filter();
        out.i64(filter.category()).i64(filter.mask()).i32(filter.group());
    }

    static BodyDefinition readDefinition(LittleEndianReader in) {
        BodyId id = readBodyId(in);
        BodyKind kind = readBodyKind(in);
        Shape shape = readShape(in);
        double mass = in.f64();
        double restitution = in.f64();
        var motion = new BodyDefinition.Motion(readVec2(in), readVec2(in), in.f64(), in.f64());
        return new BodyDefinition(id, kind, shape, mass, restitution, motion, readProfile(in));
    }

    static BodyDefinition.Profile readProfile(LittleEndianReader in) {
        boolean bullet = in.bool();
        boolean inFields = in.bool();
        var filter = new CollisionFilter(in.i64(), in.i64(), in.i32());
        var profile = new BodyDefinition.Profile(bullet, inFields, filter);
        // Nearly every body has the default one, which all sessions share.
        return profile.equals(BodyDefinition.Profile.DEFAULT)
                ? BodyDefinition.Profile.DEFAULT
                : profile;
    }

    static void write(LittleEndianWriter out, BodyState state) {
        write(out, state.definition());
        out.i64(state.incarnation());
        write(out, state.force());
        out.f64(state.torque()).bool(state.retest());
    }

    static BodyState readState(LittleEndianReader in) {
        return new BodyState(readDefinition(in), in.i64(), readVec2(in), in.f64(), in.bool());
    }

    static void write(LittleEndianWriter out, ContactState contact) {
        write(out, contact.a());
        write(out, contact.b());
        out.f64(contact.impulse());
        write(out, contact.anchor());
        out.bool(contact.touching()).i64(contact.startStep()).i32(contact.ordinal());
    }

    static ContactState readContact(LittleEndianReader in) {
        return new ContactState(
                readBodyId(in),
                readBodyId(in),
                in.f64(),
                readVec2(in),
                in.bool(),
                in.i64(),
                in.i32());
    }

    static void write(LittleEndianWriter out, StepSpec spec) {
        out.f64(spec.seconds() + 0.0).i32(spec.substeps()).i32(spec.fields().size());
        for (RadialField field : spec.fields()) {
            write(out, field.id());
            write(out, field.position());
            out.f64(field.strength() + 0.0).f64(field.radius() + 0.0);
        }
    }

    static StepSpec readStep(LittleEndianReader in) {
        double seconds = in.f64();
        int substeps = in.i32();
        List<RadialField> fields =
                Lists.readAscending(
                        in,
                        FIELD_BYTES_MIN,
                        Comparator.comparing(RadialField::id),
                        r -> new RadialField(readBodyId(r), readVec2(r), r.f64(), r.f64()));
        return new StepSpec(seconds, substeps, fields);
    }

    static void write(LittleEndianWriter out, PhysicsLimits limits) {
        out.i32(limits.bodiesMax()).i32(limits.contactsMax());
        out.f64(limits.coordinateMax()).f64(limits.lengthMax());
        out.i32(limits.substepsMax()).i32(limits.fieldsMax()).f64(limits.stepSecondsMax());
    }

    static PhysicsLimits readLimits(LittleEndianReader in) {
        return new PhysicsLimits(
                in.i32(), in.i32(), in.f64(), in.f64(), in.i32(), in.i32(), in.f64());
    }
}
