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

    /** The receipt's identity in that generation. */
    public String receiptId(Generation generation) {
        return generation + ":receipt:" + commandId.text();
    }
}
