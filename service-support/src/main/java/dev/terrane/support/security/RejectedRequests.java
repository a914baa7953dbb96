package dev.terrane.support.security;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import org.springframework.security.web.firewall.RequestRejectedException;

/** Requests the firewall turns away: paths with traversal, encoded slashes and the like. */
final class RejectedRequests {
    private RejectedRequests() {}

    static TerraneException refusal(RequestRejectedException rejected) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "the request is not well-formed: " + rejected.getMessage())
                .field("path")
                .cause(rejected)
                .toException();
    }
}
