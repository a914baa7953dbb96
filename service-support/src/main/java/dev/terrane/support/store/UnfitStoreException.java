package dev.terrane.support.store;

import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;

/**
 * A database this service may not use as it is: of a newer version, another service's, damaged, or
 * gone although there was one. What is there is left as it was found; the message names it, says
 * what ails it and what to do.
 */
public final class UnfitStoreException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final transient ErrorCode code;
    private final String why;

    /**
     * Names a database.
     *
     * @param code STORE_MISSING or STORE_UNFIT
     * @param database its file, or its URL
     * @param why what ails it, to be read after its name
     * @param wayOut what to do
     */
    UnfitStoreException(ErrorCode code, Object database, String why, String wayOut) {
        super("%s %s: %s".formatted(database, why, wayOut));
        this.code = code;
        this.why = why;
    }

    /** STORE_MISSING or STORE_UNFIT. */
    public ErrorCode code() {
        return code;
    }

    /** What ails the database, to be read after its name. */
    public String why() {
        return why;
    }

    /** As a refusal, for an operator: it names the file as it is on this machine. */
    public TerraneException toRefusal() {
        return TerraneException.of(code, String.valueOf(getMessage())).cause(this).toException();
    }
}
