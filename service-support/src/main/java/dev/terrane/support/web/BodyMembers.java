package dev.terrane.support.web;

import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.wire.FieldPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Where in a JSON body the field stands that a controller refuses. Controllers and what they call
 * name fields, whatever they came in; only here it is known that one is a member of the body.
 */
final class BodyMembers {
    private BodyMembers() {}

    /**
     * The refusal with a JSON pointer, if its field is a member of the body that the request's
     * controller takes; as it is if it has a pointer already or the field may be another part of
     * the request.
     */
    static TerraneException place(TerraneException refusal, HttpServletRequest request) {
        List<String> steps = FieldPaths.steps(refusal.info().getField());
        if (steps.isEmpty()
                || !refusal.info().getPointer().isEmpty()
                || !(request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE)
                        instanceof HandlerMethod method)
                || elsewhere(method).anyMatch(steps.getFirst()::equals)
                || members(method).noneMatch(steps.getFirst()::equals)) {
            return refusal;
        }
        return refusal.at(FieldPaths.pointer(steps));
    }

    private static Stream<String> members(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .filter(parameter -> parameter.hasParameterAnnotation(RequestBody.class))
                .map(MethodParameter::getParameterType)
                .filter(Class::isRecord)
                .flatMap(type -> Arrays.stream(type.getRecordComponents()))
                .map(RecordComponent::getName);
    }

    private static Stream<String> elsewhere(HandlerMethod method) {
        return Arrays.stream(method.getMethod().getParameters())
                .filter(
                        parameter ->
                                parameter.isAnnotationPresent(PathVariable.class)
                                        || parameter.isAnnotationPresent(RequestParam.class))
                .map(Parameter::getName);
    }
}
