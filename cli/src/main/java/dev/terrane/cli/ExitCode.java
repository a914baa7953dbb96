package dev.terrane.cli;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;

/**
 * Exit codes of every command. A command whose help names other meanings (json patch) keeps to
 * those.
 */
public final class ExitCode {
    /** Done, or the answer is yes. */
    public static final int OK = 0;

    /** Ran, and the answer is no: a check failed, a document is invalid, a thing was refused. */
    public static final int NO = 1;

    /** The command line, or a document it names, cannot be read. */
    public static final int USAGE = 2;

    /** Something could not be started; what had been started is closed again. */
    public static final int NOT_STARTED = 3;

    /** A port or the data folder belongs to another process, which the message names. */
    public static final int BUSY = 4;

    /** No running instance, or it does not answer. */
    public static final int NOT_RUNNING = 5;

    /** A defect in Terrane. */
    public static final int DEFECT = 70;

    private ExitCode() {}

    /** The exit code of a refusal. */
    static int of(ErrorCode code) {
        return switch (code) {
            case CliError.PORT_IN_USE, CliError.DATA_LOCKED -> BUSY;
            case CliError.NOT_RUNNING -> NOT_RUNNING;
            case CliError.START_FAILED,
                    CliError.CHECKOUT_NEEDED,
                    CommonError.STORE_MISSING,
                    CommonError.STORE_UNFIT ->
                    NOT_STARTED;
            case CommonError.INVALID_ARGUMENT, CliError.CONFIGURATION_INVALID -> USAGE;
            case CommonError.UNAVAILABLE -> NOT_RUNNING;
            default -> NO;
        };
    }
}
