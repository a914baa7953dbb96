package dev.terrane.support.drain;

import dev.terrane.rpc.server.RefusalWriter;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Counts running requests and refuses new ones while the service drains. Probes and metrics are
 * answered to the end.
 */
final class DrainFilter extends OncePerRequestFilter {
    private final DrainCoordinator coordinator;
    private final RefusalWriter refusals;

    DrainFilter(DrainCoordinator coordinator, RefusalWriter refusals) {
        this.coordinator = coordinator;
        this.refusals = refusals;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String path = request.getRequestURI();
        return path.equals("/livez") || path.equals("/readyz") || path.startsWith("/actuator/");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<DrainCoordinator.Permit> admitted = coordinator.enter();
        if (admitted.isEmpty()) {
            response.setHeader("Connection", "close");
            refusals.write(request, response, coordinator.refusal());
            return;
        }
        DrainCoordinator.Permit permit = admitted.get();
        boolean async = false;
        try {
            chain.doFilter(request, response);
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new Leaving(permit));
                async = true;
            }
        } finally {
            if (!async) {
                permit.close();
            }
        }
    }

    private record Leaving(DrainCoordinator.Permit permit) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            permit.close();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // Completion follows.
        }

        @Override
        public void onError(AsyncEvent event) {
            // Completion follows.
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
