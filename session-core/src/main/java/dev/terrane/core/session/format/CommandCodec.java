package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;

/** Bytes of command ids, expected revisions and operations. */
final class CommandCodec {
    private static final int CLIENT = 0;
    private static final int HOST = 1;

    private CommandCodec() {}

    static void write(LittleEndianWriter out, CommandId id) {
        switch (id) {
            case CommandId.Client(String text) -> out.u8(CLIENT).string(text);
            case CommandId.Host(String source, long sequence) ->
                    out.u8(HOST).string(source).i64(sequence);
        }
    }

    static CommandId readId(LittleEndianReader in) {
        int form = in.u8();
        return switch (form) {
            case CLIENT -> new CommandId.Client(in.string());
            case HOST -> new CommandId.Host(in.string(), in.i64());
            default -> throw in.malformed("no such form of id: " + form);
        };
    }

    static void write(LittleEndianWriter out, Expected expected) {
        switch (expected) {
            case Expected.Any() -> out.u8(0);
            case Expected.At(long revision) -> out.u8(1).i64(revision);
        }
    }

    static Expected readExpected(LittleEndianReader in) {
        int form = in.u8();
        return switch (form) {
            case 0 -> Expected.ANY;
            case 1 -> new Expected.At(in.i64());
            default -> throw in.malformed("no such form of revision: " + form);
        };
    }

    static void write(LittleEndianWriter out, Operation operation) {
        out.u8(operation.kind().number());
        switch (operation) {
            case Operation.Spawn spawn -> BodyCodec.write(out, spawn.body());
            case Operation.Remove remove -> BodyCodec.write(out, remove.body());
            case Operation.Teleport teleport -> {
                BodyCodec.write(out, teleport.body());
                BodyCodec.write(out, teleport.position());
                out.f64(teleport.angle() + 0.0);
            }
            case Operation.SetVelocity set -> {
                BodyCodec.write(out, set.body());
                BodyCodec.write(out, set.linear());
                out.f64(set.angular() + 0.0);
            }
            case Operation.Configure configure -> {
                BodyCodec.write(out, configure.body());
                out.u8(configure.bodyKind().number());
                BodyCodec.write(out, configure.shape());
                out.f64(configure.mass() + 0.0).f64(configure.restitution() + 0.0);
            }
            case Operation.SetProfile set -> {
                BodyCodec.write(out, set.body());
                BodyCodec.write(out, set.profile());
            }
            case Operation.ApplyForce force -> {
                BodyCodec.write(out, force.body());
                BodyCodec.write(out, force.force());
            }
            case Operation.ApplyTorque torque -> {
                BodyCodec.write(out, torque.body());
                out.f64(torque.torque() + 0.0);
            }
            case Operation.Step step -> BodyCodec.write(out, step.spec());
            case Operation.Dispose dispose -> {}
        }
    }

    static Operation readOperation(LittleEndianReader in) {
        int number = in.u8();
        CommandKind kind =
                CommandKind.find(number)
                        .orElseThrow(() -> in.malformed("no such command kind: " + number));
        return switch (kind) {
            case SPAWN -> new Operation.Spawn(BodyCodec.readDefinition(in));
            case REMOVE -> new Operation.Remove(BodyCodec.readBodyId(in));
            case TELEPORT ->
                    new Operation.Teleport(
                            BodyCodec.readBodyId(in), BodyCodec.readVec2(in), in.f64());
            case SET_VELOCITY ->
                    new Operation.SetVelocity(
                            BodyCodec.readBodyId(in), BodyCodec.readVec2(in), in.f64());
            case CONFIGURE ->
                    new Operation.Configure(
                            BodyCodec.readBodyId(in),
                            BodyCodec.readBodyKind(in),
                            BodyCodec.readShape(in),
                            in.f64(),
                            in.f64());
            case SET_PROFILE ->
                    new Operation.SetProfile(BodyCodec.readBodyId(in), BodyCodec.readProfile(in));
            case APPLY_FORCE ->
                    new Operation.ApplyForce(BodyCodec.readBodyId(in), BodyCodec.readVec2(in));
            case APPLY_TORQUE -> new Operation.ApplyTorque(BodyCodec.readBodyId(in), in.f64());
            case STEP -> new Operation.Step(BodyCodec.readStep(in));
            case DISPOSE -> new Operation.Dispose();
        };
    }

    static void write(LittleEndianWriter out, Hash hash) {
        out.i64(hash.a()).i64(hash.b()).i64(hash.c()).i64(hash.d());
    }

    static Hash readHash(LittleEndianReader in) {
        return new Hash(in.i64(), in.i64(), in.i64(), in.i64());
    }
}
