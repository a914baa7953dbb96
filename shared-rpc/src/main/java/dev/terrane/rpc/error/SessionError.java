package dev.terrane.rpc.error;

/** Errors of physics sessions and session-service. */
public enum SessionError implements ErrorCode {
    SESSION_DISPOSED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The session is disposed",
            "A dispose command was accepted earlier; a disposed session accepts nothing.",
            "Create a new session.");

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
