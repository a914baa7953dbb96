package dev.terrane.rpc.error;

/** Errors of stages, entry and the stage protocol. */
public enum StageError implements ErrorCode {
    STAGE_FULL(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            4408,
            "All slots of the stage are taken",
            "The stage has as many peers as its slots allow.",
            "Join another stage, or try again when a peer has left.");

    private final ErrorSpec spec;

    StageError(RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
