package dev.terrane.session.hosting;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** The one way tests build drafts, commands and settings of hosted sessions. */
public final class HostingFixtures {
    public static final SessionId NAME = new SessionId("arena");
    public static final Operation STEP = new Operation.Step(StepSpec.of(1.0 / 60));

    private HostingFixtures() {}

    public static HostingProperties properties() {
        return properties(18000);
    }

    public static HostingProperties properties(int checkpointEverySteps) {
        return new HostingProperties(
                2,
                100,
                1024,
                8192,
                65536,
                8,
                5,
                checkpointEverySteps,
                DataSize.ofMegabytes(8),
                36000,
                Duration.ofDays(1),
                Duration.ofDays(1),
                1 << 20,
                0,
                10000);
    }

    public static BodyDefinition ball(String id, double x, double vx) {
        return new BodyDefinition(
                new BodyId(id),
                BodyKind.DYNAMIC,
                new Shape.Circle(0.5),
                1,
                0.2,
                new BodyDefinition.Motion(new Vec2(x, 0), new Vec2(vx, 0), 0, 0),
                BodyDefinition.Profile.DEFAULT);
    }

    public static SessionDraft draft(SessionId name, @Nullable Clock clock) {
        return new SessionDraft(
                name,
                Hash.of(name.value().getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                List.of(ball("a", 0, 1), ball("b", 0.9, 0)),
                Vec2.ZERO,
                null,
                clock);
    }

    /** Generations 1, 2, 3… */
    public static Supplier<Generation> generations() {
        AtomicInteger next = new AtomicInteger();
        return () -> new Generation("%032x".formatted(next.incrementAndGet()));
    }

    public static Command command(Generation generation, String id, Operation operation) {
        return new Command(generation, new CommandId.Client(id), Expected.ANY, operation);
    }

    public static Operation push(String body, double x) {
        return new Operation.ApplyForce(new BodyId(body), new Vec2(x, 0));
    }

    /** Submits and waits for the durable answers. */
    public static List<CommandAnswer> submit(
            SessionRegistry registry, SessionId name, Generation generation, Command... commands) {
        try {
            return registry.submit(name, generation, List.of(commands)).get(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e);
        } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
