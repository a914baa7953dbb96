package dev.terrane.support.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.bind.annotation.RequestMapping;
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
            throw new HttpMediaTypeNotAcceptableException(made(method));
        }
        if (accepted.refuses()) {
            Set<MediaType> left = new LinkedHashSet<>(made(method));
            left.removeIf(type -> accepted.liking(type).quality() == 0);
            if (left.isEmpty()) {
                throw new HttpMediaTypeNotAcceptableException(made(method));
            }
            request.setAttribute(PRODUCED, left);
        }
        return true;
    }

    /**
     * All that the handler says it makes; one that says nothing makes JSON. The attribute of the
     * request would name only those that the framework found in the header, refused or not.
     */
    private static List<MediaType> made(HandlerMethod method) {
        List<AnnotatedElement> places = List.of(method.getMethod(), method.getBeanType());
        for (AnnotatedElement place : places) {
            RequestMapping mapping =
                    AnnotatedElementUtils.findMergedAnnotation(place, RequestMapping.class);
            if (mapping != null && mapping.produces().length > 0) {
                return MediaType.parseMediaTypes(List.of(mapping.produces()));
            }
        }
        return List.of(MediaType.APPLICATION_JSON);
    }

    private static boolean isSilent(Type returned) {
        return returned == void.class
                || (returned instanceof ParameterizedType generic
                        && List.of(generic.getActualTypeArguments()).contains(Void.class));
    }
}
