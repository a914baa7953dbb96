package dev.terrane.support.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.ConnectErrors;
import dev.terrane.rpc.server.RefusalWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Refuses bodies over the route's limit: an announced one before a byte is read, another as soon as
 * it goes over. Compressed bodies are refused too, and JSON that is not UTF-8. RPC paths have their
 * own rules for all.
 */
final class BodyLimitFilter extends OncePerRequestFilter {
    private static final String LIMIT = BodyLimitFilter.class.getName() + ".limit";

    private final List<Route> routes;
    private final BodyLimit common;
    private final RefusalWriter refusals;

    private record Route(PathPattern pattern, BodyLimit limit) {}

    BodyLimitFilter(BodyLimit common, List<BodyLimit> limits, RefusalWriter refusals) {
        PathPatternParser parser = PathPatternParser.defaultInstance;
        this.routes =
                limits.stream()
                        .map(limit -> new Route(parser.parse(limit.pattern()), limit))
                        .sorted(Comparator.comparing(Route::pattern))
                        .toList();
        this.common = common;
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long announced = request.getContentLengthLong();
        if (announced == 0 || ConnectErrors.isRpcPath(request.getRequestURI())) {
            chain.doFilter(request, response);
            return;
        }
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            refusals.write(request, response, encoded(encoding));
            return;
        }
        BodyLimit limit = limitOf(request);
        if (announced > limit.bytesMax().toBytes()) {
            refusals.write(request, response, refusal(limit, announced));
            return;
        }
        boolean json = JsonBodies.isJson(request.getContentType());
        TerraneException charset = json ? JsonBodies.charsetFault(request.getContentType()) : null;
        if (charset != null) {
            refusals.write(request, response, charset);
            return;
        }
        request.setAttribute(LIMIT, limit);
        chain.doFilter(new Limited(request, limit, json), response);
    }

    /**
     * The refusal of a body that its parser found too large before this filter did: the container
     * reads multipart bodies without the counting stream.
     */
    static TerraneException tooLarge(HttpServletRequest request, Throwable cause) {
        if (request.getAttribute(LIMIT) instanceof BodyLimit limit) {
            return refusal(limit, request.getContentLengthLong());
        }
        return TerraneException.of(CommonError.PAYLOAD_TOO_LARGE, "the body is over its limit")
                .cause(cause)
                .toException();
    }

    private BodyLimit limitOf(HttpServletRequest request) {
        PathContainer path = ServletRequestPathUtils.parseAndCache(request).pathWithinApplication();
        for (Route route : routes) {
            if (route.pattern().matches(path)) {
                return route.limit();
            }
        }
        return common;
    }

    /** Nothing decodes REST bodies, so a compressed one would be read as what it is not. */
    private static TerraneException encoded(String encoding) {
        return TerraneException.of(
                        CommonError.UNSUPPORTED_MEDIA_TYPE,
                        "content encoding " + encoding + " is not read here, only identity")
                .field("Content-Encoding")
                .extra("supported", "identity")
                .toException();
    }

    private static TerraneException refusal(BodyLimit limit, long actual) {
        long bytes = limit.bytesMax().toBytes();
        return TerraneException.of(
                        CommonError.PAYLOAD_TOO_LARGE,
                        "the body is over " + bytes + " bytes (" + limit.setting() + ")")
                .limit(limit.setting(), bytes, actual)
                .toException();
    }

    private static final class Limited extends HttpServletRequestWrapper {
        private final BodyLimit limit;
        private final boolean json;

        Limited(HttpServletRequest request, BodyLimit limit, boolean json) {
            super(request);
            this.limit = limit;
            this.json = json;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new Counting(super.getInputStream(), limit, json);
        }

        @Override
        public BufferedReader getReader() throws IOException {
            String name = getCharacterEncoding();
            Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
            return new BufferedReader(new InputStreamReader(getInputStream(), charset));
        }
    }

    private static final class Counting extends ServletInputStream {
        private final ServletInputStream in;
        private final BodyLimit limit;
        private final boolean json;
        private long count;

        Counting(ServletInputStream in, BodyLimit limit, boolean json) {
            this.in = in;
            this.limit = limit;
            this.json = json;
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            if (value >= 0) {
                checkHead(value, count);
                count(1);
            }
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            for (int i = 0; i < read && count + i < JsonBodies.HEAD; i++) {
                checkHead(bytes[offset + i] & 0xFF, count + i);
            }
            count(Math.max(0, read));
            return read;
        }

        private void checkHead(int value, long at) throws RefusedBodyException {
            TerraneException fault =
                    json && at < JsonBodies.HEAD ? JsonBodies.byteFault(value, at) : null;
            if (fault != null) {
                throw new RefusedBodyException(fault);
            }
        }

        private void count(int bytes) throws RefusedBodyException {
            count += bytes;
            if (count > limit.bytesMax().toBytes()) {
                throw new RefusedBodyException(refusal(limit, count));
            }
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
