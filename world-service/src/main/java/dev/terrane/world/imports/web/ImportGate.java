package dev.terrane.world.imports.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.world.imports.ImportProperties;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.util.StringUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets only so many requests send files at once: parts are held in memory, so their number times
 * their limit bounds it. Parts are read for every request that says it has some, before its path is
 * looked at, so it is the type that tells, not the path.
 */
final class ImportGate extends OncePerRequestFilter {
    private static final String RPC = "/terrane.world.v1alpha1.ImportService/StartImport";

    private final Semaphore places;
    private final int max;
    private final RefusalWriter refusals;

    ImportGate(ImportProperties properties, RefusalWriter refusals) {
        this.max = properties.concurrentMax();
        this.places = new Semaphore(max);
        this.refusals = refusals;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !StringUtils.startsWithIgnoreCase(request.getContentType(), "multipart/")
                && !request.getRequestURI().equals(request.getContextPath() + RPC);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!places.tryAcquire()) {
            refusals.write(
                    request,
                    response,
                    TerraneException.of(CommonError.RESOURCE_EXHAUSTED, "too many imports at once")
                            .limit(ImportProperties.CONCURRENT_LIMIT, max, max + 1L)
                            .toException());
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            places.release();
        }
    }
}
