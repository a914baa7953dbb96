package dev.terrane.core.session;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import java.util.List;
import java.util.Optional;

/** What a session says to a command. */
public sealed interface Submission {
    /**
     * The command's receipt, accepted or rejected.
     *
     * @param fingerprint of the command as it came; with the receipt it is what an archive keeps
     * @param facts contact facts it produced, in order of publication
     * @param repeated whether it was answered before and nothing happened now
     */
    record Answered(Receipt receipt, Hash fingerprint, List<ContactFact> facts, boolean repeated)
            implements Submission {
        public Answered {
            facts = List.copyOf(facts);
        }

        /** The answer to an id that was used with other content; it is not kept. */
        static Answered conflict(
                CommandId.Client id,
                CommandKind kind,
                Hash fingerprint,
                long revision,
                long stepIndex) {
            var receipt =
                    new Receipt(
                            id,
                            kind,
                            ReceiptError.COMMAND_ID_CONFLICT,
                            revision,
                            revision,
                            stepIndex,
                            0);
            return new Answered(receipt, fingerprint, List.of(), false);
        }

        /** The receipt's identity in that generation. */
        public String receiptId(Generation generation) {
            return receipt.receiptId(generation, fingerprint);
        }
    }

    /**
     * The id was answered long ago; its receipt is no longer in memory but in the host's store.
     *
     * @param fingerprint of the command as it came
     * @param revision present one, for the receipt of a conflict
     * @param stepIndex present one
     */
    record Archived(
            SessionId session,
            Generation generation,
            CommandId.Client id,
            CommandKind kind,
            Hash fingerprint,
            long revision,
            long stepIndex)
            implements Submission {
        /**
         * The first answer again, or a conflict if the content is another; empty if the archive
         * does not know the receipt, which means that it lost a committed one. May block as the
         * archive does; any thread.
         */
        public Optional<Answered> resolve(ReceiptArchive archive) {
            return archive.find(session, generation, id)
                    .map(
                            kept ->
                                    kept.fingerprint().equals(fingerprint)
                                            ? new Answered(
                                                    kept.receipt(), fingerprint, kept.facts(), true)
                                            : conflict());
        }

        private Answered conflict() {
            return Answered.conflict(id, kind, fingerprint, revision, stepIndex);
        }
    }

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
