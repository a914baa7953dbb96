package dev.terrane.rpc.server;

import jakarta.servlet.http.HttpServletRequest;

/** Tells who sent a request that has passed the access table. */
@FunctionalInterface
public interface CallerSource {
    /** The request's caller; {@link Caller#ANONYMOUS} when it carried no token. */
    Caller callerOf(HttpServletRequest request);
}
