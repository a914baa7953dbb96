package dev.terrane.session.wire;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.HostSources;

/** Reads single values of requests and refuses by the field's name. */
final class Requests {
    private Requests() {}

    static TerraneException invalid(String field, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, field + ": " + text)
                .field(field)
                .toException();
    }

    static SessionId sessionId(String field, String text) {
        if (!SessionId.isValid(text)) {
            throw invalid(field, "must be 1..64 of A-Z a-z 0-9 _ -");
        }
        return new SessionId(text);
    }

    static Generation generation(String field, String text) {
        try {
            return new Generation(text);
        } catch (IllegalArgumentException e) {
            throw invalid(field, "must be 32 lower-case hex digits");
        }
    }

    static BodyId bodyId(String field, String text) {
        if (!BodyId.isValid(text)) {
            throw invalid(field, "must be 1..128 printable ASCII characters without space");
        }
        return new BodyId(text);
    }

    /** A body id a client may give a body of its own. */
    static BodyId ownBodyId(String field, String text) {
        requireNotReserved(field, text);
        return bodyId(field, text);
    }

    /**
     * A command's id.
     *
     * @param byService whether {@code ~source:sequence} may be given; never a source of this
     *     service's own
     */
    static CommandId commandId(String field, String text, boolean byService) {
        if (byService && !text.isEmpty() && text.charAt(0) == CommandId.HOST_PREFIX) {
            return hostId(field, text);
        }
        requireNotReserved(field, text);
        if (!CommandId.Client.isValid(text)) {
            throw invalid(field, "must be 1..128 printable ASCII characters without space");
        }
        return new CommandId.Client(text);
    }

    private static CommandId hostId(String field, String text) {
        CommandId.Host id =
                CommandId.Host.find(text)
                        .orElseThrow(
                                () ->
                                        invalid(
                                                field,
                                                "must be ~source:sequence, the sequence 1.."
                                                        + Long.MAX_VALUE));
        if (HostSources.isOwn(id)) {
            throw reserved(field, text);
        }
        return id;
    }

    private static TerraneException reserved(String field, String text) {
        return TerraneException.of(SessionError.COMMAND_ID_RESERVED, field + ": '" + text + "'")
                .field(field)
                .toException();
    }

    private static void requireNotReserved(String field, String text) {
        if (!text.isEmpty() && text.charAt(0) == CommandId.HOST_PREFIX) {
            throw reserved(field, text);
        }
    }

    static int size(String field, int wanted, int usual, int max) {
        int size = wanted == 0 ? usual : wanted;
        if (size < 1 || size > max) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT,
                            "%s: must be 1..%d, not %s"
                                    .formatted(field, max, Integer.toUnsignedString(wanted)))
                    .field(field)
                    .limit(field, max, Integer.toUnsignedLong(wanted))
                    .toException();
        }
        return size;
    }
}
