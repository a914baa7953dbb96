package dev.terrane.core.session.physics;

/**
 * One pair within reach, as a checkpoint keeps it. Body {@code a} sorts before {@code b}.
 *
 * @param a first body
 * @param b second body
 * @param impulse normal impulse of the last substep, warm start of the next
 * @param anchor position of b relative to a when touching was last decided
 * @param touching whether an episode is open
 * @param startStep step in which the episode began; 0 when not touching
 * @param ordinal number of the episode among those of the pair that began in that step
 */
public record ContactState(
        BodyId a,
        BodyId b,
        double impulse,
        Vec2 anchor,
        boolean touching,
        long startStep,
        int ordinal) {}
