package dev.terrane.session.wire;

import com.google.protobuf.CodedOutputStream;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.Defect;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.proto.session.v1alpha1.PinnedChunk;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
import dev.terrane.proto.session.v1alpha1.SessionState;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionDraft;
import dev.terrane.session.hosting.SessionView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Specifications from and sessions to the contract. */
final class Sessions {
    private static final int BODIES_MAX = 4_096;

    /** What a step is judged by where no clock makes it. */
    private static final int HERTZ_UNCLOCKED = 60;

    private Sessions() {}

    static SessionDraft draft(SessionSpec spec) {
        if (spec.getBodiesCount() > BODIES_MAX) {
            throw Requests.invalid("spec.bodies", "at most " + BODIES_MAX);
        }
        List<BodyDefinition> bodies = new ArrayList<>(spec.getBodiesCount());
        Set<BodyId> ids = new HashSet<>();
        for (int i = 0; i < spec.getBodiesCount(); i++) {
            String field = "spec.bodies[" + i + "]";
            BodyDefinition body = Bodies.definition(field, spec.getBodies(i));
            refuse(field, body.defect(PhysicsLimits.DEFAULT));
            if (!ids.add(body.id())) {
                throw Requests.invalid(field + ".id", "is given twice: " + body.id());
            }
            bodies.add(body);
        }
        return new SessionDraft(
                Requests.sessionId("spec.name", spec.getName()),
                hash(spec),
                bodies,
                Vec2.ZERO,
                room(spec),
                clock(spec));
    }

    private static void refuse(String parent, @Nullable Defect defect) {
        if (defect != null) {
            throw Requests.invalid(defect.in(parent).field(), defect.text());
        }
    }

    private static RoomColliders.@Nullable RoomName room(SessionSpec spec) {
        if (spec.getWorld().isEmpty() && spec.getRoom().isEmpty()) {
            return null;
        }
        // World and room ids have the form of session ids.
        Requests.sessionId("spec.world", spec.getWorld());
        Requests.sessionId("spec.room", spec.getRoom());
        return new RoomColliders.RoomName(spec.getWorld(), spec.getRoom());
    }

    /** Values are judged whether or not there is a clock to use them. */
    private static @Nullable Clock clock(SessionSpec spec) {
        int hertz = spec.getClockHertz();
        if (hertz != 0) {
            Requests.size("spec.clock_hertz", hertz, 0, Clock.HERTZ_MAX);
        }
        int substeps =
                spec.getClockSubsteps() == 0 ? StepSpec.SUBSTEPS_DEFAULT : spec.getClockSubsteps();
        StepSpec step =
                new StepSpec(
                        1.0 / (hertz == 0 ? HERTZ_UNCLOCKED : hertz),
                        substeps,
                        Bodies.fields("spec.clock_fields", spec.getClockFieldsList()));
        Defect defect = step.defect(PhysicsLimits.DEFAULT);
        if (defect != null) {
            // The contract's names begin with clock_.
            throw Requests.invalid("spec.clock_" + defect.field(), defect.text());
        }
        return hertz == 0 ? null : new Clock(hertz, step);
    }

    /** The specification's bytes in their deterministic form. */
    private static Hash hash(SessionSpec spec) {
        byte[] bytes = new byte[spec.getSerializedSize()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.useDeterministicSerialization();
        try {
            spec.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
        return Hash.of(bytes);
    }

    static Session session(SessionView view, List<RoomColliders.PinnedChunk> pinned) {
        Clock clock = view.clock();
        RoomColliders.RoomName room = view.room();
        Session.Builder session =
                Session.newBuilder()
                        .setName(view.name().value())
                        .setGeneration(view.generation().value())
                        .setRevision(view.progress().revision())
                        .setStepIndex(view.progress().stepIndex())
                        .setState(state(view))
                        .setClockHertz(clock == null ? 0 : clock.hertz())
                        .setBodyCount(view.progress().bodyCount())
                        .setWorld(room == null ? "" : room.world())
                        .setRoom(room == null ? "" : room.room())
                        .setEngine(view.engine())
                        .setDigest(view.progress().digest().toHex())
                        .setFirstGeneration(view.firstGeneration().value());
        for (RoomColliders.PinnedChunk chunk : pinned) {
            session.addPinnedChunks(
                    PinnedChunk.newBuilder()
                            .setCx(chunk.cx())
                            .setCy(chunk.cy())
                            .setCz(chunk.cz())
                            .setRevision(chunk.revision())
                            .setChecksum(chunk.checksum()));
        }
        return session.build();
    }

    private static SessionState state(SessionView view) {
        return switch (view.state()) {
            case RUNNING ->
                    view.paused()
                            ? SessionState.SESSION_STATE_PAUSED
                            : SessionState.SESSION_STATE_RUNNING;
            case DISPOSED -> SessionState.SESSION_STATE_DISPOSED;
            case FAULTED -> SessionState.SESSION_STATE_FAULTED;
        };
    }
}
