package dev.terrane.rpc.error;

/** Errors of physics sessions and session-service. */
public enum SessionError implements ErrorCode {
    SESSION_DISPOSED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The session is disposed",
            "A dispose command was accepted earlier; a disposed session accepts nothing.",
            "Create a new session."),
    SESSION_EXISTS(
            RpcCode.ALREADY_EXISTS,
            409,
            0,
            "A session of this name exists and was made from something else",
            "Creation is idempotent by name: the same name with another specification is refused.",
            "Use another name, repeat the first specification, or dispose the session first."),
    SESSION_FAULTED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The session failed and cannot go on",
            "A step left a value that is not finite, found too many contacts, or the journal did not replay.",
            "Look at the session's fault text; dispose it and create a new one."),
    GENERATION_MISMATCH(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The commands are meant for another generation of the session",
            "The session was disposed and created again, or rolled over; revisions and ids began anew.",
            "Read the session, take its generation, and send commands for its present state."),
    STALE_QUERY(
            RpcCode.ABORTED,
            409,
            0,
            "The query expected another revision",
            "The session went on since the revision the query names.",
            "Leave the expected revision out, or read the session and ask again."),
    SESSION_STALE(
            RpcCode.ABORTED,
            412,
            0,
            "The session went on since the ETag of the request",
            "If-Match names a revision; another command was accepted since. The id of this one is spent.",
            "Read the session and decide again, under a new Idempotency-Key; or leave If-Match out."),
    COMMAND_ID_RESERVED(
            RpcCode.INVALID_ARGUMENT,
            400,
            0,
            "Ids beginning with ~ are the host's own",
            "A command or body id begins with the prefix reserved for the clock, rooms and the gateway.",
            "Use an id that does not begin with ~."),
    LEDGER_FULL(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            0,
            "The generation has as many command ids as it may",
            "Every client command spends an id for the generation's life, at most session.hosting.client-ids-max.",
            "Roll the session over to a new generation, or dispose it and create it again."),
    JOURNAL_PRUNED(
            RpcCode.FAILED_PRECONDITION,
            410,
            0,
            "The journal from the generation's start is no longer kept",
            "Journal before the newest verified base is dropped after session.hosting.journal-retained.",
            "Download the state checkpoint, or the journal from its oldest kept entry."),
    RECEIPT_PRUNED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The command id was used and its receipt is no longer kept",
            "Receipts are kept for session.hosting.receipts-retained; this retry came later.",
            "Read the session's state to see what became of the command; use a new id for a new one."),
    ROLLOVER_REFUSED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The session is not at rest",
            "A contact is open, a force waits, or the last command was not an accepted step.",
            "Let it step until its bodies are apart, then roll over right after a step."),
    ROOM_COLLIDERS_UNAVAILABLE(
            RpcCode.UNAVAILABLE,
            503,
            0,
            "The room's tiles could not be read",
            "world-service did not answer, or answered with a chunk that cannot be read.",
            "Retry; the cause names the chunk or the connection.");

    private final ErrorSpec spec;

    SessionError(
            RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
