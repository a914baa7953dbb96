package dev.terrane.world.files.web;

import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.files.Lease;
import dev.terrane.world.files.WorldFiles;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Lets a request on a world that has a file of its own be answered by the controller over that file
 * instead of the one over the shared database. Everything else about it is as the service's own
 * mapping says.
 */
final class WorldFileMapping implements HandlerMapping, Ordered {
    private static final String LEASE = WorldFileMapping.class.getName() + ".lease";
    private static final List<String> WORLDS = List.of("api", "v1", "worlds");

    private final WorldFiles files;
    private final RequestMappingHandlerMapping controllers;

    WorldFileMapping(WorldFiles files, RequestMappingHandlerMapping controllers) {
        this.files = files;
        this.controllers = controllers;
    }

    /** Before the service's own mapping. */
    @Override
    public int getOrder() {
        return controllers.getOrder() - 1;
    }

    @Override
    public boolean usesPathPatterns() {
        return true;
    }

    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) throws Exception {
        if (files.isUnused()) {
            return null;
        }
        List<String> path =
                ServletRequestPathUtils.getParsedRequestPath(request)
                        .pathWithinApplication()
                        .elements()
                        .stream()
                        .filter(PathContainer.PathSegment.class::isInstance)
                        .map(element -> ((PathContainer.PathSegment) element).valueToMatch())
                        .toList();
        if (path.size() < 4
                || !path.subList(0, 3).equals(WORLDS)
                || Texts.idFault(path.get(3)) != null) {
            return null;
        }
        HandlerExecutionChain chain = controllers.getHandler(request);
        if (chain == null
                || !(chain.getHandler() instanceof HandlerMethod method)
                || method.getBeanType().isAnnotationPresent(ServiceWide.class)) {
            return null;
        }
        boolean mayMake =
                path.size() == 5
                        && path.get(4).equals("imports")
                        && request.getMethod().equals("POST");
        return lease(request, new WorldId(path.get(3)), mayMake)
                .map(lease -> over(lease, chain, method))
                .orElse(null);
    }

    private Optional<Lease> lease(HttpServletRequest request, WorldId world, boolean mayMake) {
        if (request.getAttribute(LEASE) instanceof Lease held) {
            return Optional.of(held);
        }
        Optional<Lease> lease = mayMake ? files.findOrMake(world) : files.find(world);
        lease.ifPresent(held -> request.setAttribute(LEASE, held));
        return lease;
    }

    private static HandlerExecutionChain over(
            Lease lease, HandlerExecutionChain chain, HandlerMethod method) {
        Object controller = lease.world().part(method.getBeanType());
        return new HandlerExecutionChain(
                new HandlerMethod(controller, method.getMethod()),
                chain.getInterceptorList().toArray(HandlerInterceptor[]::new));
    }

    /** Gives the file back when the request is over. */
    static final class LeaseFilter extends OncePerRequestFilter {
        @Override
        protected void doFilterInternal(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            try {
                chain.doFilter(request, response);
            } finally {
                if (request.getAttribute(LEASE) instanceof Lease held) {
                    request.removeAttribute(LEASE);
                    held.close();
                }
            }
        }
    }
}
