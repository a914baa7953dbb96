package dev.terrane.support.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RefusalWriter;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** What neither a controller nor a filter dealt with, answered in the form due on its path. */
@Controller
final class EdgeErrorController implements ErrorController {
    private static final Logger LOG = LoggerFactory.getLogger(EdgeErrorController.class);

    private final RefusalWriter refusals;

    EdgeErrorController(RefusalWriter refusals) {
        this.refusals = refusals;
    }

    @RequestMapping("${server.error.path:${error.path:/error}}")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String original = path == null ? request.getRequestURI() : path.toString();
        refusals.write(
                new HttpServletRequestWrapper(request) {
                    @Override
                    public String getRequestURI() {
                        return original;
                    }
                },
                response,
                refusal(request, original));
    }

    private static TerraneException refusal(HttpServletRequest request, String path) {
        Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        for (Throwable e = thrown instanceof Throwable t ? t : null; e != null; e = e.getCause()) {
            if (e instanceof TerraneException refusal) {
                return refusal;
            }
            if (e instanceof RefusedBodyException body) {
                return body.refusal();
            }
        }
        int status =
                request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                        ? code
                        : 500;
        if (status == 404) {
            return TerraneException.of(CommonError.NOT_FOUND, "there is nothing at " + path)
                    .field("path")
                    .toException();
        }
        if (status < 500) {
            return TerraneException.of(
                            CommonError.INVALID_ARGUMENT, "the request is not well-formed")
                    .toException();
        }
        if (thrown instanceof Throwable e) {
            LOG.error("{} {} failed", request.getMethod(), path, e);
        }
        return TerraneException.of(CommonError.INTERNAL, "the service failed").toException();
    }
}
