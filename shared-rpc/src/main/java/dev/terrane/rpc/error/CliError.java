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
            "Stop the process the message names (terrane stop), or use another folder: --data DIR."),
    NOT_RUNNING(
            RpcCode.UNAVAILABLE,
            503,
            0,
            "No running instance was found",
            "The command needs a running instance: none is described in the data folder, or it does not answer.",
            "Start one with: terrane up. If it runs elsewhere, name its data folder with --data."),
    START_FAILED(
            RpcCode.INTERNAL,
            500,
            0,
            "A service did not start",
            "A service failed while starting; those already up were closed again.",
            "Read the cause in the message and in the log below the data folder, then start again."),
    CHECKOUT_NEEDED(
            RpcCode.FAILED_PRECONDITION,
            400,
            0,
            "The command needs a source checkout",
            "Building, testing and packaging work on the sources, which a release archive does not hold.",
            "Run it in a clone of the repository."),
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
