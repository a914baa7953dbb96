package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;

/**
 * Opens a stream for one peer. The stream's generation is not sent: it is how many streams of this
 * root the peer has been given, this one included.
 *
 * @param handle the peer's name for the stream while it lives, from 1
 * @param layout number under which the projection class was told to the peer, from 1
 * @param root identity of the entity
 * @param networkId its id in the stage generation, all 32 bits
 * @param incarnation lifetime number of the identity in the stage generation, from 1
 */
public record Bind(int handle, int layout, Guid root, int networkId, long incarnation) {
    public Bind {
        if (handle < 1 || layout < 1 || incarnation < 1) {
            throw new IllegalArgumentException("handles, layouts and incarnations count from 1");
        }
    }
}
