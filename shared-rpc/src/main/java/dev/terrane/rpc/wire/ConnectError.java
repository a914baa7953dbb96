package dev.terrane.rpc.wire;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.TerraneException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * An error as the Connect protocol carries it (protocol reference, "Error end-stream and unary
 * errors"): {@code {"code", "message", "details": [{"type", "value", "debug"}]}}. Immutable.
 *
 * @param code the protocol's code
 * @param message what happened, for people
 * @param details typed details, ErrorInfo first
 */
public record ConnectError(RpcCode code, String message, List<Any> details) {
    private static final String TYPE_PREFIX = "type.googleapis.com/";

    public ConnectError {
        details = List.copyOf(details);
    }

    /** The error that tells of this refusal. */
    public static ConnectError of(TerraneException refusal) {
        List<Any> details = new ArrayList<>();
        details.add(Any.pack(refusal.info()));
        refusal.details().forEach(detail -> details.add(Any.pack(detail)));
        return new ConnectError(
                refusal.code().spec().rpc(), String.valueOf(refusal.getMessage()), details);
    }

    /** The ErrorInfo among the details, if one is there and readable. */
    public Optional<ErrorInfo> info() {
        return detail(ErrorInfo.getDefaultInstance());
    }

    /** The first detail of the prototype's type, if one is there and readable. */
    @SuppressWarnings("unchecked") // parsed by the prototype's own parser
    public <T extends Message> Optional<T> detail(T prototype) {
        String name = prototype.getDescriptorForType().getFullName();
        for (Any detail : details) {
            if (detail.getTypeUrl().equals(TYPE_PREFIX + name)) {
                try {
                    return Optional.of(
                            (T) prototype.getParserForType().parseFrom(detail.getValue()));
                } catch (InvalidProtocolBufferException e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** The JSON body; the {@code debug} of an ErrorInfo is its JSON form. */
    public byte[] toJson() {
        JsonObject body = new JsonObject();
        body.addProperty("code", code.wireName());
        body.addProperty("message", message);
        if (!details.isEmpty()) {
            JsonArray array = new JsonArray();
            details.forEach(detail -> array.add(toJson(detail)));
            body.add("details", array);
        }
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The error in a reply's body. What is not a Connect error, a proxy's page say, gives the code
     * its HTTP status implies.
     */
    public static ConnectError fromReply(int httpStatus, byte[] body) {
        RpcCode implied = RpcCode.fromHttpStatus(httpStatus);
        try {
            JsonElement parsed = JsonParser.parseString(new String(body, StandardCharsets.UTF_8));
            if (parsed instanceof JsonObject object && object.has("code")) {
                return new ConnectError(
                        RpcCode.findByWireName(text(object, "code")).orElse(implied),
                        text(object, "message"),
                        object.get("details") instanceof JsonArray array
                                ? details(array)
                                : List.of());
            }
        } catch (JsonParseException | IllegalStateException e) {
            return new ConnectError(implied, "HTTP status " + httpStatus, List.of());
        }
        return new ConnectError(implied, "HTTP status " + httpStatus, List.of());
    }

    private static JsonObject toJson(Any detail) {
        JsonObject json = new JsonObject();
        json.addProperty("type", detail.getTypeUrl().substring(TYPE_PREFIX.length()));
        json.addProperty(
                "value",
                Base64.getEncoder()
                        .withoutPadding()
                        .encodeToString(detail.getValue().toByteArray()));
        if (detail.is(ErrorInfo.class)) {
            try {
                String debug =
                        JsonFormat.printer()
                                .omittingInsignificantWhitespace()
                                .print(detail.unpack(ErrorInfo.class));
                json.add("debug", JsonParser.parseString(debug));
            } catch (InvalidProtocolBufferException e) {
                // Only a reading aid: the value above carries the same.
                json.addProperty("debug", "unreadable");
            }
        }
        return json;
    }

    private static String text(JsonObject object, String name) {
        return object.has(name) && object.get(name).isJsonPrimitive()
                ? object.get(name).getAsString()
                : "";
    }

    private static List<Any> details(JsonArray array) {
        List<Any> details = new ArrayList<>();
        for (JsonElement element : array) {
            if (element instanceof JsonObject object) {
                detail(object).ifPresent(details::add);
            }
        }
        return details;
    }

    /** A detail that cannot be read is as good as absent; the code still counts. */
    private static Optional<Any> detail(JsonObject object) {
        try {
            byte[] value = Base64.getDecoder().decode(text(object, "value"));
            return Optional.of(
                    Any.newBuilder()
                            .setTypeUrl(TYPE_PREFIX + text(object, "type"))
                            .setValue(ByteString.copyFrom(value))
                            .build());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
