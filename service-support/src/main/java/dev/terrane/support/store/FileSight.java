package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is known of files that this process may not be let see. {@link Files#exists} is false of
 * them, as it is of what is not there; a store that takes the one for the other makes anew what is
 * whole.
 */
public final class FileSight {
    private FileSight() {}

    /** Whether something is there, or may be: false only where it is known that nothing is. */
    public static boolean mayBeThere(Path path) {
        Path folder = path.getParent();
        return !Files.notExists(path) && (folder == null || !Files.isRegularFile(folder));
    }

    /** Whether nobody can say what is there. */
    public static boolean isHidden(Path path) {
        return mayBeThere(path) && !Files.exists(path);
    }

    /**
     * Refuses what may be there and cannot be seen.
     *
     * @throws UnfitStoreException STORE_UNFIT, naming it
     */
    public static void requireSeen(Path path) {
        if (isHidden(path)) {
            throw denied(path);
        }
    }

    /** The refusal of a failure that comes of a file this process may not use; empty for others. */
    public static Optional<UnfitStoreException> findDenied(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof AccessDeniedException denied && denied.getFile() != null) {
                UnfitStoreException refusal = denied(Path.of(denied.getFile()));
                refusal.initCause(failure);
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }

    /** How a file is refused that this process may not use. */
    public static UnfitStoreException denied(Path path) {
        return new UnfitStoreException(
                CommonError.STORE_UNFIT,
                path,
                "may not be used by user '%s', be it for itself or for its folder"
                        .formatted(System.getProperty("user.name")),
                "let that user read and write it; it was left alone");
    }
}
