package dev.terrane.rpc.error;

/** Errors of the terrane command itself. */
public enum CliError implements ErrorCode {
    PORT_IN_USE(
            RpcCode.UNAVAILABLE,
            503,
            0,
            "A port is taken by another process",
            "Another process listens on a port this service is configured to use.",
            "Stop the process the message names, or choose another port.");

    private final ErrorSpec spec;

    CliError(RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
