package dev.terrane.standalone;

import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.UnfitStoreException;
import java.util.Optional;
import org.springframework.dao.DataAccessException;

/**
 * Why a Spring context did not start.
 *
 * @param refusal the typed refusal among the causes, if there is one
 * @param text what the innermost cause says, and which database it is about
 */
record StartFailure(Optional<TerraneException> refusal, String text) {
    static StartFailure of(Throwable failure) {
        String about = "";
        Throwable cause = failure;
        while (true) {
            if (cause instanceof TerraneException refusal) {
                return new StartFailure(Optional.of(refusal), text(refusal));
            }
            if (cause instanceof UnfitStoreException unfit) {
                return new StartFailure(Optional.of(unfit.toRefusal()), text(unfit));
            }
            Throwable next = cause.getCause();
            if (next == null) {
                Optional<UnfitStoreException> denied = FileSight.findDenied(cause);
                if (denied.isPresent()) {
                    return new StartFailure(
                            denied.map(UnfitStoreException::toRefusal), text(denied.get()));
                }
                return new StartFailure(Optional.empty(), about + text(cause));
            }
            if (cause instanceof DataAccessException) {
                about = text(cause) + ": ";
            }
            cause = next;
        }
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
