package dev.terrane.core.entity;

import java.util.List;

/** Stages in the life of an entity, told to class callbacks. Numbers are stable. */
public enum Stage {
    /** The entity is about to go; everything can still be read. */
    PRE_DESTROY(2),
    /** The entity goes; everything can still be read. */
    DESTROY(1),
    /** First stage of a creation; defaults and arguments are in place. */
    PRE_LOAD_DATA(3),
    /** Second stage of a creation. */
    LOAD_DATA(4),
    /** Third stage of a creation. */
    PRE_EFFECT_DATA(5),
    /** Fourth stage of a creation. */
    EFFECT_DATA(6),
    /** Fifth stage of a creation. */
    POST_EFFECT_DATA(7),
    /** Last stage of a creation. */
    DATA_FINISHED(8),
    /** Told only when the application asks for it: {@link Kernel#allFinished}. */
    ALL_FINISHED(9);

    /** The stages every creation goes through, in order. */
    public static final List<Stage> CREATION =
            List.of(
                    PRE_LOAD_DATA,
                    LOAD_DATA,
                    PRE_EFFECT_DATA,
                    EFFECT_DATA,
                    POST_EFFECT_DATA,
                    DATA_FINISHED);

    /** The stages every destruction goes through, in order. */
    public static final List<Stage> DESTRUCTION = List.of(PRE_DESTROY, DESTROY);

    private final int number;

    Stage(int number) {
        this.number = number;
    }

    /** The stable number. */
    public int number() {
        return number;
    }
}
