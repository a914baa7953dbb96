package dev.terrane.support.web;

import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreErrors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** The one mapper from what controllers throw to problem details. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ProblemAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> refused(
            TerraneException refusal, HttpServletRequest request, HttpServletResponse response) {
        return answer(refusal, request, response, HttpHeaders.EMPTY);
    }

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> downstream(
            RpcException e, HttpServletRequest request, HttpServletResponse response) {
        TerraneException refusal =
                switch (e.code()) {
                    case UNAVAILABLE, RESOURCE_EXHAUSTED ->
                            refusal(
                                    CommonError.UNAVAILABLE,
                                    "a service this request needs is unavailable: " + e.method(),
                                    e);
                    case DEADLINE_EXCEEDED ->
                            refusal(
                                    CommonError.DEADLINE_EXCEEDED,
                                    "a service this request needs was too slow: " + e.method(),
                                    e);
                    default -> defect(e, request);
                };
        return answer(refusal, request, response, HttpHeaders.EMPTY);
    }

    /** Everything else: the framework's own refusals keep their status, the rest is a defect. */
    @ExceptionHandler
    ResponseEntity<Map<String, Object>> other(
            Exception e, HttpServletRequest request, HttpServletResponse response) {
        TerraneException own = causedBy(e);
        if (own != null) {
            return answer(own, request, response, HttpHeaders.EMPTY);
        }
        HttpHeaders headers = e instanceof ErrorResponse er ? er.getHeaders() : HttpHeaders.EMPTY;
        return answer(translate(e, request), request, response, headers);
    }

    /** A refusal thrown below a framework's wrapper, by a body limit say. */
    private static @Nullable TerraneException causedBy(Throwable e) {
        Throwable cause = e.getCause();
        for (int depth = 0; cause != null && depth < 8; depth++) {
            if (cause instanceof RefusedBodyException body) {
                return body.refusal();
            }
            if (cause instanceof TerraneException refusal) {
                return refusal;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static TerraneException translate(Exception e, HttpServletRequest request) {
        return switch (e) {
            case HttpMessageNotReadableException unreadable -> unreadable(unreadable, request);
            case MethodArgumentNotValidException invalid -> invalid(invalid);
            case MethodArgumentTypeMismatchException mismatch ->
                    field(mismatch.getName(), "has a value that is not allowed", e);
            case MissingServletRequestParameterException missing ->
                    field(missing.getParameterName(), "is missing", e);
            case HttpRequestMethodNotSupportedException verb -> verb(verb, request);
            case HttpMediaTypeNotSupportedException type ->
                    TerraneException.of(
                                    CommonError.UNSUPPORTED_MEDIA_TYPE,
                                    "content type "
                                            + request.getContentType()
                                            + " is not read here, only "
                                            + types(type))
                            .field("Content-Type")
                            .extra("supported", types(type))
                            .toException();
            case HttpMediaTypeNotAcceptableException type ->
                    TerraneException.of(
                                    CommonError.NOT_ACCEPTABLE,
                                    "nothing here is "
                                            + request.getHeader("Accept")
                                            + ", only "
                                            + types(type))
                            .field("Accept")
                            .extra("supported", types(type))
                            .toException();
            case MaxUploadSizeExceededException large -> BodyLimitFilter.tooLarge(request, large);
            case MultipartException _ ->
                    field("body", "is not a readable multipart document" + reason(e), e);
            case HttpException http when http.getCode() < 500 ->
                    field("request", "cannot be read" + reason(e), e);
            case NoResourceFoundException _ ->
                    TerraneException.of(
                                    CommonError.NOT_FOUND,
                                    "there is nothing at " + request.getRequestURI())
                            .field("path")
                            .toException();
            case ErrorResponse framework -> byStatus(framework, e, request);
            case RuntimeException failure ->
                    StoreErrors.refusal(failure).orElseGet(() -> defect(e, request));
            default -> defect(e, request);
        };
    }

    private static TerraneException byStatus(
            ErrorResponse framework, Exception e, HttpServletRequest request) {
        HttpStatusCode status = framework.getStatusCode();
        String detail = framework.getBody().getDetail();
        String text = detail == null ? "the request is not well-formed" : detail;
        return switch (status.value()) {
            case 404 -> refusal(CommonError.NOT_FOUND, text, e);
            case 413 -> refusal(CommonError.PAYLOAD_TOO_LARGE, text, e);
            case 503 -> refusal(CommonError.UNAVAILABLE, text, e);
            default ->
                    status.is4xxClientError()
                            ? refusal(CommonError.INVALID_ARGUMENT, text, e)
                            : defect(e, request);
        };
    }

    private static TerraneException unreadable(
            HttpMessageNotReadableException e, HttpServletRequest request) {
        if (!(e.getCause() instanceof JacksonException json)) {
            return field("body", "is missing or cannot be read", e);
        }
        TokenStreamLocation place = json.getLocation();
        long offset = place == null ? -1 : place.getByteOffset();
        if (offset < 0 && JsonMistakes.isNothing(json)) {
            offset = request.getContentLengthLong();
        }
        TerraneException.Builder builder =
                TerraneException.of(
                                CommonError.INVALID_ARGUMENT,
                                "the body is not the JSON expected%s: %s"
                                        .formatted(
                                                offset < 0 ? "" : " at byte " + offset,
                                                JsonMistakes.text(json)))
                        .field("body")
                        .cause(e);
        if (place != null && place.getLineNr() > 0) {
            builder.position(place.getLineNr(), Math.max(1, place.getColumnNr()));
        }
        if (offset >= 0) {
            builder.byteOffset(offset);
        }
        String pointer = JsonMistakes.pointer(json);
        if (!pointer.isEmpty()) {
            builder.pointer(pointer);
        }
        return builder.toException();
    }

    private static TerraneException invalid(MethodArgumentNotValidException e) {
        TerraneException.Builder builder =
                TerraneException.of(
                                CommonError.INVALID_ARGUMENT,
                                e.getErrorCount() + " field(s) have values that are not allowed")
                        .cause(e);
        for (FieldError error : e.getFieldErrors()) {
            builder.detail(
                    ErrorInfo.newBuilder()
                            .setCode(CommonError.INVALID_ARGUMENT.name())
                            .setField(error.getField())
                            .setByteOffset(-1)
                            .putExtras("message", String.valueOf(error.getDefaultMessage()))
                            .build());
        }
        return builder.toException();
    }

    /** What the parser met, from its innermost cause: the outer ones only say "multipart". */
    private static String reason(Exception e) {
        String text = null;
        Throwable cause = e.getCause();
        for (int depth = 0; cause != null && depth < 8; depth++) {
            text = cause.getMessage();
            cause = cause.getCause();
        }
        return text == null ? "" : ": " + text;
    }

    private static TerraneException verb(
            HttpRequestMethodNotSupportedException e, HttpServletRequest request) {
        Set<?> allowed = e.getSupportedHttpMethods();
        String allow =
                allowed == null
                        ? ""
                        : allowed.stream()
                                .map(Object::toString)
                                .sorted()
                                .collect(Collectors.joining(", "));
        return TerraneException.of(
                        CommonError.METHOD_NOT_ALLOWED,
                        request.getRequestURI()
                                + " is called with "
                                + allow
                                + ", not "
                                + e.getMethod())
                .extra("allow", allow)
                .toException();
    }

    private static String types(HttpMediaTypeException e) {
        return e.getSupportedMediaTypes().stream()
                .map(MediaType::toString)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static TerraneException field(String name, String text, Exception cause) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, name + " " + text)
                .field(name)
                .cause(cause)
                .toException();
    }

    private static TerraneException refusal(ErrorCode code, String text, Exception cause) {
        return TerraneException.of(code, text).cause(cause).toException();
    }

    private static TerraneException defect(Exception e, HttpServletRequest request) {
        LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), e);
        return refusal(CommonError.INTERNAL, "the service failed", e);
    }

    private static ResponseEntity<Map<String, Object>> answer(
            TerraneException refusal,
            HttpServletRequest request,
            HttpServletResponse response,
            HttpHeaders headers) {
        EdgeErrors.setRetryAfter(response, refusal);
        Problem problem = Problem.of(BodyMembers.place(refusal, request), request.getRequestURI());
        return ResponseEntity.status(problem.status())
                .headers(headers)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .contentType(MediaType.parseMediaType(Problem.MEDIA_TYPE))
                .body(EdgeErrors.withCorrelation(problem));
    }
}
