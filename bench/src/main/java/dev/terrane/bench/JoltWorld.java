package dev.terrane.bench;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.CustomContactListener;
import com.github.stephengold.joltjni.JobSystem;
import com.github.stephengold.joltjni.JobSystemSingleThreaded;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.MapObj2Bp;
import com.github.stephengold.joltjni.MassProperties;
import com.github.stephengold.joltjni.ObjVsBpFilter;
import com.github.stephengold.joltjni.ObjVsObjFilter;
import com.github.stephengold.joltjni.PhysicsSystem;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.ShapeRef;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorImpl;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EAllowedDofs;
import com.github.stephengold.joltjni.enumerate.EMotionQuality;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.enumerate.EOverrideMassProperties;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The same bodies in Jolt 0.9.9, held to the plane and kept from turning: the peer of the
 * benchmarks and the oracle of the solver's tests. Linux on amd64 only. One thread at a time.
 */
final class JoltWorld implements AutoCloseable {
    private static final String LIBRARY = "/linux/x86-64/com/github/stephengold/libjoltjni.so";

    /** Jolt's ValidateResult.AcceptContact. */
    private static final int ACCEPT_CONTACT = 1;

    private static final int MOVING = 0;
    private static final int STILL = 1;

    /** Native objects every world shares; they live as long as the process. */
    private static final class Shared {
        static final JobSystem JOBS;
        static final TempAllocator TEMP;

        static {
            load();
            Jolt.registerDefaultAllocator();
            Jolt.newFactory();
            Jolt.registerTypes();
            JOBS = new JobSystemSingleThreaded(1_024);
            TEMP = new TempAllocatorImpl(64 << 20);
        }

        @SuppressWarnings("restricted") // the peer is native; only this module has it
        private static void load() {
            try (InputStream in = JoltWorld.class.getResourceAsStream(LIBRARY)) {
                if (in == null) {
                    throw new IllegalStateException("no native library " + LIBRARY);
                }
                Path file = Files.createTempFile("joltjni", ".so");
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
                Files.delete(file);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot unpack " + LIBRARY, e);
            }
        }
    }

    /** Counts, as any host must at least do. */
    private static final class Listener extends CustomContactListener {
        private long added;
        private long removed;

        @Override
        public void onContactAdded(long body1, long body2, long manifold, long settings) {
            added++;
        }

        @Override
        public void onContactPersisted(long body1, long body2, long manifold, long settings) {}

        @Override
        public void onContactRemoved(long pair) {
            removed++;
        }

        @Override
        public int onContactValidate(
                long body1, long body2, double x, double y, double z, long result) {
            return ACCEPT_CONTACT;
        }
    }

    private final MapObj2Bp layers;
    private final ObjVsBpFilter broad;
    private final ObjVsObjFilter pairs;
    private final PhysicsSystem system;
    private final BodyInterface bodies;
    private final Listener listener;
    private final List<Body> moving = new ArrayList<>();
    private final List<ShapeRef> shapes = new ArrayList<>();
    private final RVec3 position = new RVec3();
    private final Quat turn = new Quat();
    private final double[] states;

    /** Whether this machine can run it. */
    static boolean isHere() {
        return System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    JoltWorld(List<BodyDefinition> definitions, Vec2 gravity, boolean listening) {
        @SuppressWarnings("unused") // loads the library
        JobSystem loaded = Shared.JOBS;
        layers = new MapObj2Bp(2, 2).add(MOVING, MOVING).add(STILL, STILL);
        broad = new ObjVsBpFilter(2, 2).disablePair(STILL, STILL);
        pairs = new ObjVsObjFilter(2).disablePair(STILL, STILL);
        system = new PhysicsSystem();
        system.init(1_024, 0, 16_384, 16_384, layers, broad, pairs);
        system.setGravity((float) gravity.x(), (float) gravity.y(), 0);
        listener = new Listener();
        if (listening) {
            system.setContactListener(listener);
        }
        bodies = system.getBodyInterface();
        for (BodyDefinition definition : definitions) {
            add(definition);
        }
        system.optimizeBroadPhase();
        states = new double[4 * moving.size()];
    }

    private void add(BodyDefinition definition) {
        ShapeRef shape =
                switch (definition.shape()) {
                    case Shape.Circle(double radius) -> new SphereShape((float) radius).toRef();
                    case Shape.Box(Vec2 half) ->
                            new BoxShape((float) half.x(), (float) half.y(), 10).toRef();
                };
        shapes.add(shape);
        BodyDefinition.Motion motion = definition.motion();
        EMotionType type =
                switch (definition.kind()) {
                    case DYNAMIC -> EMotionType.Dynamic;
                    case KINEMATIC -> EMotionType.Kinematic;
                    case STATIC -> EMotionType.Static;
                };
        boolean still = definition.kind() == BodyKind.STATIC;
        try (BodyCreationSettings settings =
                new BodyCreationSettings(
                        shape,
                        new RVec3(motion.position().x(), motion.position().y(), 0),
                        new Quat(),
                        type,
                        still ? STILL : MOVING)) {
            settings.setFriction(0);
            settings.setLinearDamping(0);
            settings.setAngularDamping(0);
            settings.setRestitution((float) definition.restitution());
            settings.setAllowSleeping(false);
            settings.setMaxLinearVelocity(400);
            if (!still) {
                settings.setAllowedDofs(EAllowedDofs.TranslationX | EAllowedDofs.TranslationY);
                settings.setLinearVelocity(
                        new Vec3(motion.velocity().x(), motion.velocity().y(), 0));
                settings.setMassPropertiesOverride(
                        new MassProperties().setMass((float) definition.mass()));
                settings.setOverrideMassProperties(EOverrideMassProperties.CalculateInertia);
                if (definition.profile().bullet()) {
                    settings.setMotionQuality(EMotionQuality.LinearCast);
                }
            }
            Body body = bodies.createBody(settings);
            bodies.addBody(body, EActivation.Activate);
            if (!still) {
                moving.add(body);
            }
        }
    }

    /** One step with one collision step, as Jolt is meant to run at 60 Hz. */
    void step(double seconds) {
        int errors = system.update((float) seconds, 1, Shared.TEMP, Shared.JOBS);
        if (errors != 0) {
            throw new IllegalStateException("Jolt says " + errors);
        }
    }

    /**
     * Position and velocity of every body that is not static, in order of definition: x, y, vx, vy
     * each. Valid until the next call.
     */
    double[] readBack() {
        int place = 0;
        for (Body body : moving) {
            body.getPositionAndRotation(position, turn);
            Vec3 velocity = body.getLinearVelocity();
            states[place++] = position.xx();
            states[place++] = position.yy();
            states[place++] = velocity.getX();
            states[place++] = velocity.getY();
        }
        return states;
    }

    /** Contacts that appeared so far. */
    long added() {
        return listener.added;
    }

    /** Contacts that went away so far. */
    long removed() {
        return listener.removed;
    }

    @Override
    public void close() {
        for (Body body : moving) {
            body.close();
        }
        system.close();
        listener.close();
        shapes.forEach(ShapeRef::close);
        broad.close();
        pairs.close();
        layers.close();
    }
}
