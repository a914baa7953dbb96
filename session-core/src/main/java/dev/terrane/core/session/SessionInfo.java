package dev.terrane.core.session;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.SessionId;

/**
 * Where a session stands.
 *
 * @param id its name
 * @param generation its life
 * @param revision accepted commands
 * @param stepIndex accepted steps
 * @param seconds simulated time
 * @param bodies bodies alive
 * @param disposed whether it ended
 * @param faulted whether it failed and must be reloaded
 * @param digest chained digest of the accepted commands
 */
public record SessionInfo(
        SessionId id,
        Generation generation,
        long revision,
        long stepIndex,
        double seconds,
        int bodies,
        boolean disposed,
        boolean faulted,
        Hash digest) {}
