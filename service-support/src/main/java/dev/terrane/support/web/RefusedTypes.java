package dev.terrane.support.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Keeps an answer from being of a type that the request refuses with {@code q=0}: the framework
 * takes such a range for one that is liked little. Runs before the handler, so that a change that
 * cannot be answered is not made.
 */
final class RefusedTypes implements HandlerInterceptor {
    private static final String PRODUCED = HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE;

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws HttpMediaTypeNotAcceptableException {
        List<String> values = Collections.list(request.getHeaders(HttpHeaders.ACCEPT));
        if (values.isEmpty()
                || !(handler instanceof HandlerMethod method)
                || isSilent(method.getMethod().getGenericReturnType())) {
            return true;
        }
        AcceptHeader accepted;
        try {
            accepted = AcceptHeader.of(values);
        } catch (InvalidMediaTypeException e) {
            throw new HttpMediaTypeNotAcceptableException(String.valueOf(e.getMessage()));
        }
        if (accepted.refuses()) {
            narrow(request, accepted);
        }
        return true;
    }

    private static void narrow(HttpServletRequest request, AcceptHeader accepted)
            throws HttpMediaTypeNotAcceptableException {
        List<MediaType> produced = produced(request);
        Set<MediaType> left = new LinkedHashSet<>(produced);
        left.removeIf(type -> accepted.liking(type).quality() == 0);
        if (left.isEmpty()) {
            throw new HttpMediaTypeNotAcceptableException(produced);
        }
        request.setAttribute(PRODUCED, left);
    }

    /** What the handler says it makes; one that says nothing makes JSON. */
    private static List<MediaType> produced(HttpServletRequest request) {
        return request.getAttribute(PRODUCED) instanceof Set<?> types
                ? types.stream().map(MediaType.class::cast).toList()
                : List.of(MediaType.APPLICATION_JSON);
    }

    private static boolean isSilent(Type returned) {
        return returned == void.class
                || (returned instanceof ParameterizedType generic
                        && List.of(generic.getActualTypeArguments()).contains(Void.class));
    }
}
