package dev.terrane.session.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.proto.session.v1alpha1.StepStreamOptions;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventLog;
import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.rpc.events.EventSource;
import dev.terrane.rpc.server.Caller;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.session.hosting.StepListener;
import dev.terrane.session.hosting.StepResult;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stream {@code terrane.session-events.v1alpha1}: one log a session, made at its first
 * subscription, numbered by step index in an epoch made of the generation. For all threads.
 */
final class StepFeed implements StepListener, EventSource {
    static final String SUBPROTOCOL = "terrane.session-events.v1alpha1";

    /** Above this many bodies a first event with all of them would not fit a message. */
    static final int BODIES_MAX = 6_000;

    private static final long LOG_BYTES_MAX = 8L << 20;
    private static final int STEP_BYTES = 200;
    private static final int FACT_BYTES = 200;
    private static final int BODY_REFERENCE_BYTES = 8;
    private static final int MOVED_BODY_BYTES = 200;

    private final Supplier<SessionRegistry> registry;
    private final EventLogLimits limits;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<SessionId, Stream> streams = new ConcurrentHashMap<>();

    StepFeed(Supplier<SessionRegistry> registry, int stepsRetained, LongSupplier nanos) {
        this.registry = registry;
        this.limits =
                new EventLogLimits(
                        stepsRetained, LOG_BYTES_MAX, EventLogLimits.defaults().ageMax());
        this.nanos = nanos;
    }

    /** The log of one session in one generation. */
    private static final class Stream {
        final Generation generation;
        final EventLog<StepResult> log;
        final BodyInterest interest = new BodyInterest();
        private boolean isEnded;

        Stream(Generation generation, EventLog<StepResult> log) {
            this.generation = generation;
            this.log = log;
        }

        /** Adds a step; it may have ended on another thread meanwhile. */
        synchronized void add(SessionId session, StepResult step) {
            long head = log.head().sequence();
            // The log may have been made while this step was on its way, and stand behind it.
            if (isEnded || step.stepIndex() <= head) {
                return;
            }
            if (step.stepIndex() != head + 1) {
                log.restart(cursor(generation, step.stepIndex() - 1));
            }
            log.append(Set.of(session.value()), step);
        }

        /** Subscribers that are a little behind still see the last steps. */
        synchronized void end() {
            isEnded = true;
            log.close();
        }
    }

    @Override
    public boolean wantsBodies(SessionId session) {
        Stream stream = streams.get(session);
        return stream != null && stream.interest.isAlive(nanos.getAsLong());
    }

    @Override
    public void onStep(SessionId session, StepResult step) {
        Stream stream = streams.get(session);
        if (stream != null && stream.generation.equals(step.generation())) {
            stream.add(session, step);
        }
    }

    @Override
    public void onEnd(SessionId session) {
        Stream stream = streams.remove(session);
        if (stream != null) {
            stream.end();
        }
    }

    @Override
    public Feed<?> subscribe(Caller caller, String topic, ByteString options) {
        StepStreamOptions wanted = options(options);
        SessionId name = Requests.sessionId("topic", topic);
        Stream stream = current(name, wanted);
        stream.interest.touch(nanos.getAsLong());
        return new Feed<>(stream.log, topic, new StepEventView(wanted, stream.interest, nanos));
    }

    /** The log of the present life; one of a life that ended while it was made is let go again. */
    private Stream current(SessionId name, StepStreamOptions wanted) {
        while (true) {
            Stream stream = stream(name, watchable(name, wanted));
            SessionView now = registry.get().get(name);
            if (now.state() == SessionRecord.State.DISPOSED) {
                onEnd(name);
            } else if (now.generation().equals(stream.generation)) {
                return stream;
            }
        }
    }

    private SessionView watchable(SessionId name, StepStreamOptions wanted) {
        SessionView view = registry.get().get(name);
        if (view.state() == SessionRecord.State.DISPOSED) {
            throw TerraneException.of(
                            SessionError.SESSION_DISPOSED, "session " + name + " is disposed")
                    .toException();
        }
        int bodies = view.progress().bodyCount();
        if (bodies > BODIES_MAX && !wanted.getWithoutStatic()) {
            throw TerraneException.of(
                            CommonError.RESOURCE_EXHAUSTED,
                            "session "
                                    + name
                                    + " has too many bodies for one message: set"
                                    + " without_static")
                    .limit("bodies", BODIES_MAX, bodies)
                    .toException();
        }
        return view;
    }

    private Stream stream(SessionId name, SessionView view) {
        return streams.compute(
                name,
                (key, known) -> {
                    if (known != null && known.generation.equals(view.generation())) {
                        return known;
                    }
                    if (known != null) {
                        known.end();
                    }
                    return open(view);
                });
    }

    private Stream open(SessionView view) {
        var head = cursor(view.generation(), view.progress().stepIndex());
        return new Stream(view.generation(), new EventLog<>(head, limits, new StepSize()));
    }

    private static StepStreamOptions options(ByteString options) {
        try {
            return StepStreamOptions.parseFrom(options);
        } catch (InvalidProtocolBufferException e) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT, "options are no StepStreamOptions")
                    .field("options")
                    .cause(e)
                    .toException();
        }
    }

    /** The epoch is half of the generation's digits; zero is not an epoch. */
    static EventCursor cursor(Generation generation, long stepIndex) {
        long epoch = Long.parseUnsignedLong(generation.value().substring(0, 16), 16);
        return new EventCursor(epoch == 0 ? 1 : epoch, stepIndex);
    }

    /** Whether anybody looks at bodies; a view that was used lately keeps it alive. */
    static final class BodyInterest {
        private static final long ALIVE_NANOS = 10_000_000_000L;

        private volatile long lastNanos;
        private volatile boolean touched;

        void touch(long now) {
            lastNanos = now;
            touched = true;
        }

        boolean isAlive(long now) {
            return touched && now - lastNanos < ALIVE_NANOS;
        }
    }

    /** Bytes a step keeps alive: bodies that did not move are shared with the step before. */
    private static final class StepSize implements java.util.function.ToIntFunction<StepResult> {
        private @Nullable List<BodyState> previous;

        @Override
        public int applyAsInt(StepResult step) {
            int bytes = STEP_BYTES + step.facts().size() * FACT_BYTES;
            List<BodyState> bodies = step.bodies();
            if (bodies != null) {
                bytes += bodies.size() * BODY_REFERENCE_BYTES + moved(bodies) * MOVED_BODY_BYTES;
            }
            previous = bodies;
            return bytes;
        }

        @SuppressWarnings("ReferenceEquality") // shared objects are what is counted
        private int moved(List<BodyState> bodies) {
            List<BodyState> before = previous;
            if (before == null || before.size() != bodies.size()) {
                return bodies.size();
            }
            int moved = 0;
            for (int i = 0; i < bodies.size(); i++) {
                if (before.get(i) != bodies.get(i)) {
                    moved++;
                }
            }
            return moved;
        }
    }
}
