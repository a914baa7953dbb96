package dev.terrane.support.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives every request a correlation id a person can read out: the one the caller sent, if it is
 * well-formed, or twelve hex digits. It is in the log lines of the request, in problem details, in
 * the answer's {@code X-Correlation-Id}, and goes along on calls to other services.
 */
public final class CorrelationFilter extends OncePerRequestFilter {
    /** Name of the header. */
    public static final String HEADER = "X-Correlation-Id";

    /** Name in the log context. */
    public static final String MDC_KEY = "correlationId";

    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = idOf(request.getHeader(HEADER));
        MDC.put(MDC_KEY, id);
        response.setHeader(HEADER, id);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove(MDC_KEY);
        }
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    /** The id a request has that sent this one. */
    static String idOf(@Nullable String sent) {
        return sent != null && WELL_FORMED.matcher(sent).matches()
                ? sent
                : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), 12);
    }
}
