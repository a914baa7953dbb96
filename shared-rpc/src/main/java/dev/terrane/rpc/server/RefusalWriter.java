package dev.terrane.rpc.server;

import dev.terrane.rpc.error.TerraneException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers a request with a refusal, in the form that is due on its path. */
@FunctionalInterface
public interface RefusalWriter {
    /** Writes the whole answer, unless one has begun. */
    void write(HttpServletRequest request, HttpServletResponse response, TerraneException refusal)
            throws IOException;
}
