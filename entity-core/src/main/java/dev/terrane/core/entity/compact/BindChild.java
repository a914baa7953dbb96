package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;

/**
 * Tells a peer who a child of one of its roots is, before the body that first shows it. It holds
 * while the child is seen. The child's ordinal is not sent: see {@code
 * docs/protocol/compact-codec.md}.
 *
 * @param handle stream of the root
 * @param guid identity of the child
 * @param networkId its id in the stage generation, all 32 bits
 * @param incarnation lifetime number of the identity in the stage generation, from 1
 * @param layout number of the child's projection class, from 1
 */
public record BindChild(int handle, Guid guid, int networkId, long incarnation, int layout) {
    public BindChild {
        if (handle < 1 || layout < 1 || incarnation < 1) {
            throw new IllegalArgumentException("handles, layouts and incarnations count from 1");
        }
    }
}
