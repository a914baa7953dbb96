package dev.terrane.support.store;

import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import java.nio.file.Path;

/**
 * A database this service may not use as it is: of a newer version, another service's, damaged, or
 * gone although there was one. What is there is left as it was found; the message names it, says
 * what ails it and what to do.
 */
public final class UnfitStoreException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final transient ErrorCode code;
    private final String name;
    private final String why;
    private final String wayOut;

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
        this.name = name(database);
        this.why = why;
        this.wayOut = wayOut;
    }

    /** STORE_MISSING or STORE_UNFIT. */
    public ErrorCode code() {
        return code;
    }

    /** What ails the database, to be read after its name. */
    public String why() {
        return why;
    }

    /** What to do. */
    public String wayOut() {
        return wayOut;
    }

    /** The database, or the file of it, as callers may know it: without the folders it is in. */
    public String name() {
        return name;
    }

    private static String name(Object database) {
        if (!(database instanceof Path path)) {
            return "the database";
        }
        Path folder = path.getParent();
        return folder == null || folder.getFileName() == null
                ? String.valueOf(path.getFileName())
                : folder.getFileName() + "/" + path.getFileName();
    }

    /** As a refusal, for an operator: it names the file as it is on this machine. */
    public TerraneException toRefusal() {
        return TerraneException.of(code, String.valueOf(getMessage())).cause(this).toException();
    }
}
