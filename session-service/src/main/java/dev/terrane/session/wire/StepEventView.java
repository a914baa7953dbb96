package dev.terrane.session.wire;

import com.google.protobuf.ByteString;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.proto.session.v1alpha1.StepStreamOptions;
import dev.terrane.rpc.events.EventView;
import dev.terrane.rpc.events.LoggedEvent;
import dev.terrane.session.hosting.StepResult;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one subscriber gets: the facts of every step, and at its own rate the bodies that changed
 * since it last got any. Belongs to one subscription.
 */
final class StepEventView implements EventView<StepResult> {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final StepStreamOptions options;
    private final StepFeed.BodyInterest interest;
    private final LongSupplier nanos;
    private final TreeMap<BodyId, BodyState> sent = new TreeMap<>();
    private boolean complete = true;
    private long lastBodiesNanos;

    StepEventView(StepStreamOptions options, StepFeed.BodyInterest interest, LongSupplier nanos) {
        this.options = options;
        this.interest = interest;
        this.nanos = nanos;
    }

    @Override
    public @Nullable ByteString view(LoggedEvent<StepResult> event) {
        long now = nanos.getAsLong();
        interest.touch(now);
        StepResult step = event.value();
        StepEvent.Builder built =
                StepEvent.newBuilder()
                        .setGeneration(step.generation().value())
                        .setStepIndex(step.stepIndex())
                        .setRevision(step.revision());
        for (ContactFact fact : step.facts()) {
            built.addFacts(Receipts.fact(step.generation(), fact));
        }
        List<BodyState> bodies = step.bodies();
        if (bodies != null && isDue(now)) {
            lastBodiesNanos = now;
            addBodies(built, bodies);
        }
        return built.build().toByteString();
    }

    private boolean isDue(long now) {
        int hertz = options.getBodyHertz();
        return complete || hertz <= 0 || now - lastBodiesNanos >= NANOS_PER_SECOND / hertz;
    }

    /** Both lists are sorted by id, so what left is what the walk does not meet. */
    private void addBodies(StepEvent.Builder built, List<BodyState> bodies) {
        built.setComplete(complete);
        complete = false;
        TreeMap<BodyId, BodyState> left = new TreeMap<>(sent);
        for (BodyState body : bodies) {
            if (options.getWithoutStatic() && body.definition().kind() == BodyKind.STATIC) {
                continue;
            }
            BodyState before = left.remove(body.id());
            if (before == null || !looksSame(before, body)) {
                built.addChangedBodies(Bodies.state(body));
                sent.put(body.id(), body);
            }
        }
        for (BodyId gone : left.keySet()) {
            built.addRemovedBodyIds(gone.value());
            sent.remove(gone);
        }
    }

    /** Waiting forces are not part of what is sent. */
    private static boolean looksSame(BodyState before, BodyState now) {
        return before.incarnation() == now.incarnation()
                && before.definition().equals(now.definition());
    }

    @Override
    public void onReset() {
        sent.clear();
        complete = true;
    }
}
