package dev.terrane.rpc.error;

/** Errors of the terrane command itself. */
public enum CliError implements ErrorCode {
    PORT_IN_USE(
            RpcCode.UNAVAILABLE,
            503,
            0,
            "A port is taken by another process",
            "Another process listens on a port this service is configured to use.",
            "Stop the process the message names, or choose another port."),
    DATA_LOCKED(
            RpcCode.UNAVAILABLE,
            503,
            0,
            "The data folder is in use by another process",
            "One process at a time may use a data folder; another one holds its lock.",
            "Stop the process the message names, or set another terrane.common.data-dir."),
    CONFIGURATION_INVALID(
            RpcCode.FAILED_PRECONDITION,
            400,
            0,
            "The configuration has a mistake",
            "terrane.yaml, a TERRANE_* variable or an argument has a key or value that is not known.",
            "Correct what the message names; terrane config explain KEY describes a setting.");

    private final ErrorSpec spec;

    CliError(RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
