package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.stream.ProjectionClass;

/** What a peer calls the children it is told about. */
public interface ChildNames {
    /** The network id of an entity, all 32 bits. */
    int networkId(Guid child);

    /** The number under which the peer was told a projection class, from 1. */
    int layout(ProjectionClass projection);
}
