package dev.terrane.support.store;

/**
 * A database is there, but is none this service may use as it is: of a newer version, another
 * service's, or a log without its file. It is left as it was found; the message says which it is
 * and what to do.
 */
public final class UnfitStoreException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    UnfitStoreException(String message) {
        super(message);
    }
}
