package dev.terrane.world.files;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.StoreErrors;
import dev.terrane.support.store.UnfitStoreException;
import dev.terrane.world.files.OpenWorld.UnfitFileException;

/**
 * How a world is refused whose file cannot be opened. Only what may pass by itself, such as a full
 * disk, is UNAVAILABLE and may be tried again. Files are named from the service's data folder on,
 * as callers are anybody.
 */
final class WorldFileRefusals {
    private WorldFileRefusals() {}

    static TerraneException of(WorldSlot slot, Throwable failure) {
        Throwable cause = FileSight.findDenied(failure).<Throwable>map(e -> e).orElse(failure);
        if (cause instanceof TerraneException refusal
                && refusal.code() == CommonError.RESOURCE_EXHAUSTED) {
            return refusal;
        }
        ErrorCode code =
                switch (cause) {
                    case UnfitStoreException unfit -> unfit.code();
                    case UnfitFileException _ -> CommonError.STORE_UNFIT;
                    default -> StoreErrors.code(cause);
                };
        return TerraneException.of(
                        code,
                        "world '%s' cannot be used%s: %s"
                                .formatted(
                                        slot.id,
                                        code == CommonError.UNAVAILABLE ? " now" : "",
                                        reason(slot, code, cause)))
                .cause(cause)
                .toException();
    }

    private static String reason(WorldSlot slot, ErrorCode code, Throwable cause) {
        if (cause instanceof TerraneException) {
            return String.valueOf(cause.getMessage());
        }
        String file = "its file " + name(slot);
        String why =
                switch (cause) {
                    case UnfitStoreException unfit ->
                            "its file " + name(slot, unfit) + " " + unfit.why();
                    case UnfitFileException _ -> file + " " + cause.getMessage();
                    default -> {
                        String known = StoreErrors.cause(cause);
                        yield known.isEmpty()
                                ? file + " cannot be opened, the log says why"
                                : known.substring(2);
                    }
                };
        return why + wayOut(slot, code, cause);
    }

    private static String wayOut(WorldSlot slot, ErrorCode code, Throwable cause) {
        return switch (code) {
            case CommonError.STORE_MISSING ->
                    "; restore a backup of it, or, while the service is stopped, begin anew: `terrane"
                            + " store begin-anew world --world %s`".formatted(slot.id);
            case CommonError.STORE_UNFIT ->
                    "; "
                            + (cause instanceof UnfitStoreException unfit
                                    ? unfit.wayOut()
                                    : "restore a backup of it");
            default -> "";
        };
    }

    /** What is amiss may be its log, or its folder. */
    private static String name(WorldSlot slot, UnfitStoreException unfit) {
        String folder = String.valueOf(slot.file.resolveSibling("").getFileName());
        return unfit.name().startsWith("worlds/" + folder)
                ? unfit.name()
                : unfit.name().startsWith(folder + "/") ? "worlds/" + unfit.name() : name(slot);
    }

    private static String name(WorldSlot slot) {
        return "worlds/%s/%s"
                .formatted(slot.file.resolveSibling("").getFileName(), slot.file.getFileName());
    }
}
