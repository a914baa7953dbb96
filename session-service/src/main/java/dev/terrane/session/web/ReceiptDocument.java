package dev.terrane.session.web;

import dev.terrane.core.session.model.Generation;
import dev.terrane.session.hosting.CommandAnswer;
import java.util.List;

/**
 * The durable answer to a step or dispose.
 *
 * @param receiptId its identity
 * @param commandId the command's id, that of Idempotency-Key
 * @param accepted whether it was carried out
 * @param error why not, {@code NONE} if it was
 * @param beforeRevision revision before
 * @param afterRevision revision after
 * @param stepIndex last completed step
 * @param facts ids of the contact facts it produced
 */
record ReceiptDocument(
        String receiptId,
        String commandId,
        boolean accepted,
        String error,
        long beforeRevision,
        long afterRevision,
        long stepIndex,
        List<String> facts) {
    ReceiptDocument {
        facts = List.copyOf(facts);
    }

    static ReceiptDocument of(Generation generation, CommandAnswer.Judged judged) {
        var receipt = judged.receipt();
        return new ReceiptDocument(
                receipt.receiptId(generation),
                receipt.commandId().text(),
                receipt.isAccepted(),
                receipt.error().name(),
                receipt.beforeRevision(),
                receipt.afterRevision(),
                receipt.stepIndex(),
                judged.facts().stream().map(fact -> fact.factId(generation)).toList());
    }
}
