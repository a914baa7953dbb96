package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import org.jspecify.annotations.Nullable;

/** What a capture reads: the members of one entity, their precision, and the same of children. */
sealed interface View permits StreamLayout, ProjectionClass {
    /** The selected members. */
    EntityLayout members();

    /** Their precision. */
    Quantisation quantisation();

    /** What may be seen of a child in the container at a position; null when nothing may. */
    @Nullable View findChild(int container, Guid child);
}
