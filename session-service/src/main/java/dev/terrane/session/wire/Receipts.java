package dev.terrane.session.wire;

import dev.terrane.core.session.OperationDefects;
import dev.terrane.core.session.format.Fingerprints;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.proto.session.v1alpha1.CommandError;
import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.session.hosting.CommandAnswer;

/** Receipts and facts to the contract. */
final class Receipts {
    private Receipts() {}

    static Receipt receipt(Generation generation, Command command, CommandAnswer answer) {
        return switch (answer) {
            case CommandAnswer.Judged judged -> receipt(generation, command, judged);
            case CommandAnswer.Faulted(var session, String reason) ->
                    unjudged(
                            command,
                            CommandError.COMMAND_ERROR_SESSION_FAULTED,
                            "session " + session + " failed: " + reason);
            case CommandAnswer.Pruned(String reason) ->
                    unjudged(command, CommandError.COMMAND_ERROR_RECEIPT_PRUNED, reason);
            case CommandAnswer.LedgerFull(String reason) ->
                    unjudged(command, CommandError.COMMAND_ERROR_LEDGER_FULL, reason);
        };
    }

    private static Receipt receipt(
            Generation generation, Command command, CommandAnswer.Judged judged) {
        dev.terrane.core.session.model.Receipt receipt = judged.receipt();
        // A conflict is another receipt than the one the id has: the content tells them apart.
        String receiptId =
                receipt.isConflict()
                        ? receipt.receiptId(
                                generation,
                                new Fingerprints()
                                        .fingerprint(command.expected(), command.operation()))
                        : receipt.receiptId(generation);
        Receipt.Builder built =
                Receipt.newBuilder()
                        .setReceiptId(receiptId)
                        .setCommandId(receipt.commandId().text())
                        .setOutcome(
                                receipt.isAccepted()
                                        ? Outcome.OUTCOME_ACCEPTED
                                        : Outcome.OUTCOME_REJECTED)
                        .setError(error(receipt.error()))
                        .setBeforeRevision(receipt.beforeRevision())
                        .setAfterRevision(receipt.afterRevision())
                        .setStepIndex(receipt.stepIndex())
                        .setMessage(message(receipt, command));
        judged.facts().forEach(fact -> built.addFacts(fact(generation, fact)));
        return built.build();
    }

    private static Receipt unjudged(Command command, CommandError error, String message) {
        return Receipt.newBuilder()
                .setCommandId(command.id().text())
                .setOutcome(Outcome.OUTCOME_REJECTED)
                .setError(error)
                .setMessage(message)
                .build();
    }

    private static CommandError error(ReceiptError error) {
        return switch (error) {
            case NONE -> CommandError.COMMAND_ERROR_UNSPECIFIED;
            case STALE_REVISION -> CommandError.COMMAND_ERROR_STALE_REVISION;
            case COMMAND_ID_CONFLICT -> CommandError.COMMAND_ERROR_ID_CONFLICT;
            case DUPLICATE_BODY -> CommandError.COMMAND_ERROR_DUPLICATE_BODY;
            case UNKNOWN_BODY -> CommandError.COMMAND_ERROR_UNKNOWN_BODY;
            case STATIC_BODY -> CommandError.COMMAND_ERROR_STATIC_BODY;
            case INVALID_COMMAND -> CommandError.COMMAND_ERROR_INVALID_COMMAND;
            case SESSION_DISPOSED -> CommandError.COMMAND_ERROR_SESSION_DISPOSED;
            case BODY_LIMIT -> CommandError.COMMAND_ERROR_CAPACITY;
        };
    }

    private static String message(dev.terrane.core.session.model.Receipt receipt, Command command) {
        String kind = receipt.kind().wireName();
        return switch (receipt.error()) {
            case NONE -> "";
            case STALE_REVISION -> "the session stands at revision " + receipt.beforeRevision();
            case COMMAND_ID_CONFLICT -> "this id was used with other content";
            case DUPLICATE_BODY -> kind + ": a body of this id exists";
            case UNKNOWN_BODY -> kind + ": there is no body of this id";
            case STATIC_BODY -> kind + " does not apply to a body of this kind";
            case INVALID_COMMAND ->
                    OperationDefects.of(command.operation(), PhysicsLimits.DEFAULT).toString();
            case SESSION_DISPOSED -> "the session is disposed";
            case BODY_LIMIT -> "the session has as many bodies as it may";
        };
    }

    static dev.terrane.proto.session.v1alpha1.ContactFact fact(
            Generation generation, ContactFact fact) {
        ContactFact.Pair pair = fact.pair();
        var built =
                dev.terrane.proto.session.v1alpha1.ContactFact.newBuilder()
                        .setFactId(fact.factId(generation))
                        .setEpisodeId(fact.contactId(generation))
                        .setKind(
                                switch (fact.kind()) {
                                    case BEGIN -> ContactKind.CONTACT_KIND_BEGIN;
                                    case HIT -> ContactKind.CONTACT_KIND_HIT;
                                    case END -> ContactKind.CONTACT_KIND_END;
                                })
                        .setStepIndex(fact.stepIndex())
                        .setBodyA(pair.a().value())
                        .setBodyAIncarnation(pair.incarnationA())
                        .setBodyB(pair.b().value())
                        .setBodyBIncarnation(pair.incarnationB());
        ContactFact.Detail detail = fact.detail();
        if (detail != null) {
            built.setPoint(Bodies.vector(detail.point()))
                    .setNormal(Bodies.vector(detail.normal()))
                    .setPenetration(detail.penetration())
                    .setRelativeSpeed(detail.relativeSpeed());
        }
        return built.build();
    }
}
