package dev.terrane.support.web;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.CallerSource;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives controllers the caller as a parameter. */
final class CallerArgumentResolver implements HandlerMethodArgumentResolver {
    private final CallerSource callers;

    CallerArgumentResolver(CallerSource callers) {
        this.callers = callers;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Caller.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return callers.callerOf(
                Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)));
    }
}
