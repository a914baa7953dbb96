package dev.terrane.core.session.model;

/**
 * The one answer to a command id within a generation.
 *
 * @param commandId the command
 * @param kind what it asked for
 * @param error NONE if it was accepted
 * @param beforeRevision revision when it was judged
 * @param afterRevision one more if it was accepted, otherwise the same
 * @param stepIndex last completed step after it
 * @param factCount contact facts it produced
 */
public record Receipt(
        CommandId commandId,
        CommandKind kind,
        ReceiptError error,
        long beforeRevision,
        long afterRevision,
        long stepIndex,
        int factCount) {
    /** Whether the command was applied. */
    public boolean isAccepted() {
        return error == ReceiptError.NONE;
    }

    /** Whether it says that the id was used with other content; such a receipt is not kept. */
    public boolean isConflict() {
        return error == ReceiptError.COMMAND_ID_CONFLICT;
    }

    /** The identity, in that generation, of a receipt that is no conflict. */
    public String receiptId(Generation generation) {
        return generation + ":receipt:" + commandId.text();
    }

    /**
     * The receipt's identity in that generation.
     *
     * @param fingerprint of the command it answers; tells one conflict from another
     */
    public String receiptId(Generation generation, Hash fingerprint) {
        return isConflict()
                ? generation
                        + ":receipt-conflict:"
                        + commandId.text()
                        + ":"
                        + Hash.of(fingerprint.toBytes())
                : receiptId(generation);
    }
}
