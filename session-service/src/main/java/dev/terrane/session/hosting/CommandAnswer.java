package dev.terrane.session.hosting;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionId;
import java.util.List;

/** The durable answer to one command of a batch. */
public sealed interface CommandAnswer {
    /**
     * Its one receipt.
     *
     * @param facts contact facts it produced; empty when they are pruned
     */
    record Judged(Receipt receipt, List<ContactFact> facts) implements CommandAnswer {
        public Judged {
            facts = List.copyOf(facts);
        }
    }

    /** The id is spent; its receipt has left retention or the sequence was passed over. */
    record Pruned(String reason) implements CommandAnswer {}

    /** The session failed; the command was not judged. */
    record Faulted(SessionId session, String reason) implements CommandAnswer {}

    /** The generation has as many command ids as it may; the command was not judged. */
    record LedgerFull(String reason) implements CommandAnswer {}
}
