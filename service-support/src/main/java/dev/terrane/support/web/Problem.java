package dev.terrane.support.web;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorSpec;
import dev.terrane.rpc.error.TerraneException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The body of a refusal on REST: RFC 9457 problem details. Beside {@code type} (the code's URN),
 * {@code title}, {@code status}, {@code detail} and {@code instance} it has {@code code}, {@code
 * fix}, the place ({@code pointer}, {@code field}, {@code line}, {@code column}, {@code
 * byteOffset}), the limit ({@code limitName}, {@code limit}, {@code actual}), the extras by their
 * names, the fields of every further typed detail by theirs (so {@code currentRevision} is a
 * number), and {@code errors} when the refusal has several places.
 *
 * @param status HTTP status
 * @param members the body's members in order
 */
public record Problem(int status, Map<String, Object> members) {
    /** Media type of the body. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Above this a whole number is not exact in every JSON reader and is sent as a string. */
    private static final long EXACT_MAX = 1L << 53;

    public Problem {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /** The problem that tells of this refusal of a request to {@code path}, empty if unknown. */
    public static Problem of(TerraneException refusal, String path) {
        ErrorSpec spec = refusal.code().spec();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", refusal.code().urn());
        members.put("title", spec.title());
        members.put("status", spec.httpStatus());
        members.put("detail", String.valueOf(refusal.getMessage()));
        if (!path.isEmpty()) {
            members.put("instance", path);
        }
        members.put("code", refusal.code().name());
        members.put("fix", spec.fix());
        putPlace(refusal.info(), members);
        if (refusal.code() == CommonError.IDEMPOTENCY_MISMATCH) {
            // Whatever the id is called in messages, REST carries it in this header.
            members.put("field", "Idempotency-Key");
        }
        List<Object> errors = new ArrayList<>();
        for (Message detail : refusal.details()) {
            if (detail instanceof ErrorInfo info) {
                Map<String, Object> error = new LinkedHashMap<>();
                error.put("code", info.getCode());
                putPlace(info, error);
                errors.add(error);
            } else {
                fields(detail).forEach(members::putIfAbsent);
            }
        }
        if (!errors.isEmpty()) {
            members.put("errors", errors);
        }
        return new Problem(spec.httpStatus(), members);
    }

    private static void putPlace(ErrorInfo info, Map<String, Object> members) {
        if (!info.getPointer().isEmpty()) {
            members.put("pointer", info.getPointer());
        }
        if (!info.getField().isEmpty()) {
            members.put("field", info.getField());
        }
        if (info.getLine() > 0) {
            members.put("line", info.getLine());
            members.put("column", info.getColumn());
        }
        if (info.getByteOffset() >= 0 && !info.getCode().isEmpty()) {
            members.put("byteOffset", info.getByteOffset());
        }
        if (!info.getLimitName().isEmpty()) {
            members.put("limitName", info.getLimitName());
            members.put("limit", info.getLimit());
            members.put("actual", info.getActual());
        }
        info.getExtrasMap().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(extra -> members.putIfAbsent(extra.getKey(), extra.getValue()));
    }

    private static Map<String, Object> fields(Message message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            Object value = message.getField(field);
            if (field.isRepeated()) {
                List<?> items = (List<?>) value;
                fields.put(field.getJsonName(), items.stream().map(i -> value(field, i)).toList());
            } else if (!field.hasPresence() || message.hasField(field)) {
                fields.put(field.getJsonName(), value(field, value));
            }
        }
        return fields;
    }

    private static Object value(FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case MESSAGE -> fields((Message) value);
            case ENUM -> value.toString();
            case BYTE_STRING ->
                    Base64.getEncoder().encodeToString(((ByteString) value).toByteArray());
            case LONG -> {
                long number = (Long) value;
                yield number >= 0 && number <= EXACT_MAX ? number : Long.toUnsignedString(number);
            }
            case INT, FLOAT, DOUBLE, BOOLEAN, STRING -> value;
        };
    }
}
