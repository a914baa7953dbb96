package dev.terrane.session.hosting;

import dev.terrane.core.session.model.SessionId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps every step it is told, bodies included. For all threads. */
final class RecordingSteps implements StepListener {
    private final List<StepResult> steps = new CopyOnWriteArrayList<>();

    @Override
    public boolean wantsBodies(SessionId session) {
        return true;
    }

    @Override
    public void onStep(SessionId session, StepResult step) {
        steps.add(step);
    }

    @Override
    public void onEnd(SessionId session) {}

    /** The steps so far. */
    List<StepResult> steps() {
        return List.copyOf(steps);
    }
}
