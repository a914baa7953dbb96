package dev.terrane.session.hosting;

import dev.terrane.core.session.physics.StepSpec;

/**
 * The clock of a session.
 *
 * @param hertz steps per second, 1..240
 * @param step what each step does; its length is 1/hertz s
 */
public record Clock(int hertz, StepSpec step) {
    /** Fastest clock. */
    public static final int HERTZ_MAX = 240;

    public Clock {
        if (hertz < 1 || hertz > HERTZ_MAX) {
            throw new IllegalArgumentException("clock of " + hertz + " Hz");
        }
    }
}
