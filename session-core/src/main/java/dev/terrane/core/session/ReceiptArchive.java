package dev.terrane.core.session;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.SessionId;
import java.util.Optional;

/**
 * The receipts of client commands that are no longer in a session's memory: the host's store. A
 * session never calls it, so that its owner thread never waits; it says {@link
 * Submission.Archived}, and the host asks wherever it may block.
 */
@FunctionalInterface
public interface ReceiptArchive {
    /**
     * The committed receipt of a spent id with its fingerprint, and its facts as far as they are
     * still kept. May block.
     */
    Optional<LedgerState.Recent> find(
            SessionId session, Generation generation, CommandId.Client id);
}
