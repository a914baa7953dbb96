package dev.terrane.rpc.error;

/** Errors of stages, entry and the stage protocol. */
public enum StageError implements ErrorCode {
    STAGE_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The stage document is not valid",
            "A member is malformed, or names a class, field, room or role that does not exist.",
            "Correct the place the pointer names; docs/protocol/stage.md lists what each member takes."),
    STAGE_MODE_UNSUPPORTED(
            RpcCode.UNIMPLEMENTED,
            422,
            0,
            "This mode of stage is not built yet",
            "Stages of mode edit come with a later release.",
            "Create the stage in mode play."),
    STAGE_EXISTS(
            RpcCode.ALREADY_EXISTS,
            409,
            0,
            "A stage of this id exists with another definition",
            "Creation is idempotent by id and definition; the id is taken by a different one.",
            "Use another id, or delete the stage first."),
    STAGE_LIMIT(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            0,
            "This gateway holds as many stages as it may",
            "The number of stages is bounded by gateway.stages.stages-max.",
            "Delete stages that are not needed, or raise the setting."),
    CHANGE_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "A change of the batch cannot be made",
            "It names an entity, class, member or row that does not exist, or a value of another type,"
                    + " or would make the entity more than a stream shows.",
            "Correct the change the error names; none of the batch was applied."),
    FIELD_BOUND(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The field is written by the physics session",
            "A body rule binds the field to a body; only the session's steps write it.",
            "Move the body by a session command instead."),
    PROTOCOL_VERSION(
            RpcCode.FAILED_PRECONDITION,
            400,
            4400,
            "The client speaks another version of the stage protocol",
            "Hello names a protocol version this gateway does not speak.",
            "Use a client of the version the error names."),
    STAGE_DENIED(
            RpcCode.PERMISSION_DENIED,
            403,
            4404,
            "The stage does not let this caller in",
            "The stage's allowed roles hold none of the token's, or its subject is on the denied list.",
            "Join with another role, or have the stage's lists changed."),
    STAGE_FULL(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            4408,
            "All slots of the stage are taken",
            "The stage has as many peers as its slots allow.",
            "Join another stage, or try again when a peer has left."),
    JOIN_REFUSED(
            RpcCode.FAILED_PRECONDITION,
            409,
            4409,
            "The stage could not give the peer its entity",
            "The join rule found no place, or the session refused the body.",
            "Join as a spectator, or correct the stage's join rule or map."),
    ENTRY_TIMEOUT(
            RpcCode.DEADLINE_EXCEEDED,
            408,
            4402,
            "The client did not say Hello in time",
            "The first message must be Hello and come within 5 s of the upgrade.",
            "Send Hello as soon as the socket is open."),
    PROTOCOL_VIOLATION(
            RpcCode.INVALID_ARGUMENT,
            400,
            4405,
            "The client sent what the stage protocol does not allow",
            "A message is no ClientMessage, is text, is out of order, or acknowledges what was never sent.",
            "Use a current SDK; docs/protocol/stage.md gives the order of messages."),
    PEER_TOO_SLOW(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            4410,
            "The client does not keep up",
            "What was sent and not acknowledged exceeds the bound in bytes or age.",
            "Read and acknowledge faster, then connect again."),
    STAGE_CLOSED(
            RpcCode.UNAVAILABLE,
            410,
            4411,
            "The stage was deleted",
            "Somebody deleted the stage while peers were on it.",
            "Join another stage."),
    STAGE_FAULTED(
            RpcCode.INTERNAL,
            500,
            4412,
            "The stage failed",
            "A defect stopped the stage; the gateway's log has the details.",
            "Connect again: the stage is rebuilt. Report it to the operator."),
    STAGE_SESSION_ENDED(
            RpcCode.FAILED_PRECONDITION,
            409,
            4414,
            "The physics session of the stage was disposed",
            "What the stage had in the session ended with it, also when another one was made under its name.",
            "Connect again: the stage opens anew on the session of that name. Without one, create it first."),
    ACTION_UNKNOWN(
            RpcCode.NOT_FOUND,
            404,
            0,
            "The stage has no action of this name",
            "The name is not built in, and no logic declares it.",
            "Check the name; terrane.ping is built in."),
    ACTION_INVALID(
            RpcCode.INVALID_ARGUMENT,
            400,
            0,
            "The action or relay is not well formed",
            "Its id, argument or list of receivers is out of its range.",
            "Correct the field the error names."),
    CHUNK_UNAVAILABLE(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The stage shows no room",
            "The stage was made without a world and room, so it has no chunks.",
            "Ask on a stage that has a room."),
    CHUNK_HOLD_LIMIT(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            0,
            "The peer holds or waits for as many chunks as it may",
            "A peer is kept informed of at most 256 chunks.",
            "Connect again to drop chunks that are out of view.");

    private final ErrorSpec spec;

    StageError(RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
