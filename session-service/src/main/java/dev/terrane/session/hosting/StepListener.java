package dev.terrane.session.hosting;

import dev.terrane.core.session.model.SessionId;

/**
 * Receives the steps of all sessions once they are durable, those of one session in order, on its
 * thread: implementations must not wait.
 */
public interface StepListener {
    /** Listens to nothing. */
    StepListener NONE =
            new StepListener() {
                @Override
                public boolean wantsBodies(SessionId session) {
                    return false;
                }

                @Override
                public void onStep(SessionId session, StepResult step) {}

                @Override
                public void onEnd(SessionId session) {}
            };

    /** Whether anybody wants the bodies of this session. Called at every step. */
    boolean wantsBodies(SessionId session);

    /** A durable step. */
    void onStep(SessionId session, StepResult step);

    /** The session is no longer hosted: disposed or replaced. */
    void onEnd(SessionId session);
}
