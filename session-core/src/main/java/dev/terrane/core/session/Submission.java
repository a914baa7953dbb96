package dev.terrane.core.session;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Receipt;
import java.util.List;

/** What a session says to a command. */
public sealed interface Submission {
    /**
     * The command's receipt, accepted or rejected.
     *
     * @param facts contact facts it produced, in order of publication
     * @param repeated whether it was answered before and nothing happened now
     */
    record Answered(Receipt receipt, List<ContactFact> facts, boolean repeated)
            implements Submission {
        public Answered {
            facts = List.copyOf(facts);
        }
    }

    /** The id was answered long ago; its receipt is no longer in memory but in the host's store. */
    record Archived() implements Submission {}

    /** A host id at or below its source's watermark: applied before. */
    record HostRepeat(long watermark) implements Submission {}

    /** No receipt: the command was not judged and its id is still free. */
    record Refused(Refusal reason, String detail) implements Submission {}

    /** Why a command was not judged. */
    enum Refusal {
        /** It is meant for another generation. */
        WRONG_GENERATION,
        /** The id is one of the host's. */
        RESERVED_ID,
        /** The generation has as many client ids as it may. */
        LEDGER_FULL,
        /** Too much of the journal is not yet taken. */
        JOURNAL_BEHIND,
        /** The session failed and must be reloaded. */
        FAULTED
    }
}
