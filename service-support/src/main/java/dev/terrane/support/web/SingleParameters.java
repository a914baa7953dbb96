package dev.terrane.support.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses numbers and flags of a query that are empty or given twice: the framework would take the
 * default for the one and the first for the other, and the caller would not know.
 */
final class SingleParameters implements HandlerInterceptor {
    private final Map<Method, List<String>> known = new ConcurrentHashMap<>();

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            for (String name : known.computeIfAbsent(method.getMethod(), SingleParameters::names)) {
                check(name, request.getParameterValues(name));
            }
        }
        return true;
    }

    private static void check(String name, String @Nullable [] values) {
        if (values == null) {
            return;
        }
        if (values.length > 1) {
            throw refused(name, " is given " + values.length + " times");
        }
        if (values[0].isEmpty()) {
            throw refused(name, " is empty; leave it out for its default");
        }
    }

    private static TerraneException refused(String name, String why) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, name + why)
                .field(name)
                .toException();
    }

    private static List<String> names(Method method) {
        List<String> names = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            RequestParam declared = parameter.getAnnotation(RequestParam.class);
            Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(parameter.getType());
            if (declared != null
                    && (Number.class.isAssignableFrom(type) || type == Boolean.class)) {
                String name = declared.name().isEmpty() ? declared.value() : declared.name();
                names.add(name.isEmpty() ? parameter.getName() : name);
            }
        }
        return List.copyOf(names);
    }
}
