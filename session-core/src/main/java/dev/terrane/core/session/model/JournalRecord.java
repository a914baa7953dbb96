package dev.terrane.core.session.model;

/**
 * One record of a journal. Accepted commands are replayed; a rejection is kept for its receipt
 * only.
 */
public sealed interface JournalRecord {
    /** How many commands of the journal's index it stands for. */
    long commandCount();

    /** How many receipts it stands for. */
    default long entryCount() {
        return Math.max(1, commandCount());
    }

    /**
     * An accepted command.
     *
     * @param resolvedRevision the revision it was applied to
     */
    record Accepted(CommandId id, Expected requested, long resolvedRevision, Operation operation)
            implements JournalRecord {
        @Override
        public long commandCount() {
            return 1;
        }
    }

    /**
     * Equal steps of one host source with consecutive sequences and revisions, all with expected
     * revision ANY.
     *
     * @param first id of the first
     * @param count how many, at least 1
     * @param resolvedRevision the revision the first was applied to
     * @param step what each does
     */
    record StepRun(CommandId.Host first, long count, long resolvedRevision, Operation.Step step)
            implements JournalRecord {
        public StepRun {
            if (count < 1) {
                throw new IllegalArgumentException("empty run");
            }
        }

        /** Whether the other run follows at once with the same step. */
        public boolean continuesWith(StepRun next) {
            return first.source().equals(next.first.source())
                    && first.sequence() + count == next.first.sequence()
                    && resolvedRevision + count == next.resolvedRevision
                    && step.equals(next.step);
        }

        /** This run and one that continues it, as one. */
        public StepRun joinedWith(StepRun next) {
            return new StepRun(first, count + next.count, resolvedRevision, step);
        }

        @Override
        public long commandCount() {
            return count;
        }
    }

    /** A rejected command's receipt and the fingerprint that tells a retry from a conflict. */
    record Rejected(Receipt receipt, Hash fingerprint) implements JournalRecord {
        public Rejected {
            if (receipt.isAccepted()) {
                throw new IllegalArgumentException("not a rejection");
            }
        }

        @Override
        public long commandCount() {
            return 0;
        }
    }
}
