package dev.terrane.support.security;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.support.config.CommonProperties;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Cross-origin requests of browsers, WebSocket upgrades included: an origin of the allow-list gets
 * the CORS headers and its preflights answered, the service's own origin passes, any other is
 * refused by the setting's name. Requests without Origin (programs) pass.
 *
 * <p>Behind the gateway the page's origin is the gateway's, which {@code Forwarded} (RFC 7239)
 * names, or behind an ingress {@code X-Forwarded-Host}. A page cannot forge these headers: sent
 * across origins they need a preflight, which does not allow them, and a WebSocket of a browser
 * cannot send them at all.
 */
final class OriginFilter extends OncePerRequestFilter {
    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
    private static final String REQUEST_HEADERS =
            "Authorization, Content-Type, Connect-Protocol-Version, Connect-Timeout-Ms, If-Match,"
                    + " If-None-Match, Idempotency-Key, X-Correlation-Id";
    private static final String RESPONSE_HEADERS =
            "ETag, Location, Retry-After, WWW-Authenticate, X-Correlation-Id";
    private static final String PREFLIGHT_SECONDS = "7200";
    private static final Pattern FORWARDED_HOST =
            Pattern.compile("(?:^|[;,\\s])host=\"?([^\";,\\s]+)", Pattern.CASE_INSENSITIVE);

    private final Set<String> allowed;
    private final RefusalWriter refusals;

    OriginFilter(List<String> allowed, RefusalWriter refusals) {
        this.allowed = Set.copyOf(allowed);
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.addHeader("Vary", "Origin");
        String origin = request.getHeader("Origin");
        if (origin == null || isOwn(origin, request)) {
            chain.doFilter(request, response);
        } else if (!allowed.contains(origin)) {
            refusals.write(request, response, denied(origin));
        } else {
            response.setHeader("Access-Control-Allow-Origin", origin);
            boolean isPreflight =
                    request.getMethod().equals("OPTIONS")
                            && request.getHeader("Access-Control-Request-Method") != null;
            if (isPreflight) {
                response.setHeader("Access-Control-Allow-Methods", METHODS);
                response.setHeader("Access-Control-Allow-Headers", REQUEST_HEADERS);
                response.setHeader("Access-Control-Max-Age", PREFLIGHT_SECONDS);
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            } else {
                response.setHeader("Access-Control-Expose-Headers", RESPONSE_HEADERS);
                chain.doFilter(request, response);
            }
        }
    }

    private static boolean isOwn(String origin, HttpServletRequest request) {
        String authority = authority(origin);
        return authority != null
                && (authority.equals(lower(request.getHeader("Host")))
                        || authority.equals(lower(request.getHeader("X-Forwarded-Host")))
                        || isForwardedFrom(authority, request));
    }

    private static boolean isForwardedFrom(String authority, HttpServletRequest request) {
        for (String header : Collections.list(request.getHeaders("Forwarded"))) {
            Matcher host = FORWARDED_HOST.matcher(header);
            while (host.find()) {
                if (authority.equals(lower(host.group(1)))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable String authority(String origin) {
        try {
            return lower(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable String lower(@Nullable String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    private static TerraneException denied(String origin) {
        String clipped = origin.length() <= 128 ? origin : origin.substring(0, 128);
        return TerraneException.of(
                        CommonError.ORIGIN_DENIED,
                        "origin "
                                + clipped
                                + " is not in "
                                + CommonProperties.Security.ALLOWED_ORIGINS)
                .extra("origin", clipped)
                .extra("setting", CommonProperties.Security.ALLOWED_ORIGINS)
                .toException();
    }
}
