package dev.terrane.rpc.error;

/** Errors of chunks, maps and world-service. */
public enum WorldError implements ErrorCode {
    STALE_REVISION(
            RpcCode.ABORTED,
            412,
            0,
            "The chunk has changed since the base of this edit",
            "The edit's base (revision and checksum) is not the current one.",
            "Fetch the chunk again, apply the change to it and send it with the new base.");

    private final ErrorSpec spec;

    WorldError(RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
