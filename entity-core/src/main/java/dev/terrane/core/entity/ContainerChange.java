package dev.terrane.core.entity;

import org.jspecify.annotations.Nullable;

/**
 * A change of a container.
 *
 * @param container the container
 * @param operation what happens
 * @param slot the slot
 * @param otherSlot for {@link Operation#SWAPPED} the slot exchanged with, else 0
 * @param old the child in the slot before
 * @param now the child in the slot after
 */
public record ContainerChange(
        Container container,
        Operation operation,
        long slot,
        long otherSlot,
        @Nullable Entity old,
        @Nullable Entity now) {

    /**
     * Operations. Those in the past tense are told after they were made, and what a callback throws
     * does not undo them; the others are told before, and what a callback throws prevents them.
     */
    public enum Operation {
        /** A child was created in the slot; its creation stages are over. */
        CREATED,
        /** A child was put into the slot, also as half of an exchange between containers. */
        PLACED,
        /** The child is about to leave the slot, also as half of such an exchange. */
        REMOVING,
        /** The slot was exchanged with another of the same container. */
        SWAPPED,
        /** The child is about to be gone; its stages of destruction are over. */
        DESTROYING
    }
}
