package dev.terrane.rpc.server;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.wire.ConnectCodec;
import dev.terrane.rpc.wire.Gzip;
import dev.terrane.rpc.wire.JsonRefusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a unary call sends: headers, then the message from the body or the query. */
final class RequestReader {
    private static final Pattern CLASS_NAME =
            Pattern.compile("^(?:[a-z]+\\.)+[A-Z][A-Za-z]*Exception: ");
    static final String VERSION_HEADER = "Connect-Protocol-Version";
    static final String TIMEOUT_HEADER = "Connect-Timeout-Ms";

    private static final Pattern TIMEOUT = Pattern.compile("[0-9]{1,10}");
    private static final String ENCODINGS = "gzip, identity";

    private final RpcServerProperties properties;

    RequestReader(RpcServerProperties properties) {
        this.properties = properties;
    }

    /** What was read: the message and the codec the answer is due in. */
    record Call(Message message, ConnectCodec codec) {}

    /** Refuses protocol versions other than 1; none at all is fine (curl). */
    void checkVersion(HttpServletRequest request) {
        String version = request.getHeader(VERSION_HEADER);
        if (version != null && !version.equals("1")) {
            throw invalid(VERSION_HEADER, "protocol version must be 1, not " + clip(version));
        }
    }

    /** The deadline the caller named, within the server's limits. */
    Deadline deadline(HttpServletRequest request) {
        String millis = request.getHeader(TIMEOUT_HEADER);
        if (millis == null) {
            return Deadline.after(properties.timeoutDefault());
        }
        if (!TIMEOUT.matcher(millis).matches()) {
            throw invalid(TIMEOUT_HEADER, "timeout must be 1 to 10 digits, not " + clip(millis));
        }
        Duration named = Duration.ofMillis(Long.parseLong(millis));
        Duration max = properties.timeoutMax();
        return Deadline.after(named.compareTo(max) < 0 ? named : max);
    }

    /** The message of a POST. The codec is checked before a byte is read. */
    Call readPost(HttpServletRequest request, RpcMethod method) throws IOException {
        ConnectCodec codec =
                ConnectCodec.findByContentType(request.getContentType())
                        .orElseThrow(() -> unsupportedType(request.getContentType()));
        boolean gzip = isGzip(request.getHeader("Content-Encoding"));
        long announced = request.getContentLengthLong();
        RpcMethod.Limit limit = limit(method);
        if (announced > limit.bytesMax().toBytes()) {
            throw tooLarge(limit, announced);
        }
        byte[] body = request.getInputStream().readNBytes((int) limit.bytesMax().toBytes() + 1);
        return decode(method, codec, body, gzip);
    }

    /**
     * The message of a GET: {@code ?connect=v1&encoding=…&message=…[&base64=1][&compression=…]}.
     */
    Call readGet(HttpServletRequest request, RpcMethod method) {
        QueryParameters query = QueryParameters.parse(request.getQueryString());
        String connect = query.text("connect");
        if (connect != null && !connect.equals("v1")) {
            throw invalid("connect", "connect must be v1, not " + clip(connect));
        }
        String encoding = query.text("encoding");
        if (encoding == null) {
            throw invalid("encoding", "parameter encoding is missing: proto or json");
        }
        ConnectCodec codec =
                ConnectCodec.findByQueryName(encoding).orElseThrow(() -> unsupportedType(encoding));
        byte[] message = query.bytes("message");
        if (message == null) {
            throw invalid("message", "parameter message is missing");
        }
        if ("1".equals(query.text("base64"))) {
            message = base64(message);
        }
        return decode(method, codec, message, isGzip(query.text("compression")));
    }

    private Call decode(RpcMethod method, ConnectCodec codec, byte[] body, boolean gzip) {
        RpcMethod.Limit limit = limit(method);
        byte[] plain = withinLimit(limit, body);
        if (gzip) {
            try {
                int bytesMax = (int) limit.bytesMax().toBytes();
                plain = withinLimit(limit, Gzip.decompress(body, bytesMax));
            } catch (IOException e) {
                throw invalid("Content-Encoding", "the body is not gzip: " + e.getMessage());
            }
        }
        try {
            return new Call(codec.decode(method.request(), plain), codec);
        } catch (InvalidProtocolBufferException e) {
            throw codec.findDefect(method.request(), plain)
                    .map(defect -> refused(defect, e))
                    .orElseGet(() -> noMessage(method, codec, e));
        }
    }

    private static TerraneException refused(JsonRefusal defect, InvalidProtocolBufferException e) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT, defect.pointer() + ": " + defect.text())
                .pointer(defect.pointer())
                .cause(e)
                .toException();
    }

    private static TerraneException noMessage(
            RpcMethod method, ConnectCodec codec, InvalidProtocolBufferException e) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "the body is not a "
                                + method.request().getDescriptorForType().getFullName()
                                + " in "
                                + codec.mediaType()
                                + ": "
                                + sentence(e))
                .field("body")
                .cause(e)
                .toException();
    }

    /** The parser's text without the classes it names; a deep document would also echo its path. */
    private static String sentence(InvalidProtocolBufferException e) {
        String text = CLASS_NAME.matcher(String.valueOf(e.getMessage())).replaceFirst("");
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    private RpcMethod.Limit limit(RpcMethod method) {
        return method.limit() == null
                ? new RpcMethod.Limit(
                        RpcServerProperties.REQUEST_LIMIT, properties.requestBytesMax())
                : method.limit();
    }

    private static byte[] withinLimit(RpcMethod.Limit limit, byte[] bytes) {
        if (bytes.length > limit.bytesMax().toBytes()) {
            throw tooLarge(limit, bytes.length);
        }
        return bytes;
    }

    private static TerraneException tooLarge(RpcMethod.Limit limit, long actual) {
        long bytesMax = limit.bytesMax().toBytes();
        return TerraneException.of(
                        CommonError.PAYLOAD_TOO_LARGE,
                        "request message is over " + bytesMax + " bytes")
                .limit(limit.setting(), bytesMax, actual)
                .toException();
    }

    private static boolean isGzip(@Nullable String encoding) {
        if (encoding == null || encoding.isEmpty()) {
            return false;
        }
        return switch (encoding.toLowerCase(Locale.ROOT)) {
            case "gzip" -> true;
            case "identity" -> false;
            default ->
                    throw TerraneException.of(
                                    CommonError.UNSUPPORTED_ENCODING,
                                    "compression "
                                            + clip(encoding)
                                            + " is not supported, only "
                                            + ENCODINGS)
                            .field("Content-Encoding")
                            .extra("supported", ENCODINGS)
                            .toException();
        };
    }

    private static byte[] base64(byte[] text) {
        int end = text.length;
        while (end > 0 && text[end - 1] == '=') {
            end--;
        }
        try {
            return Base64.getUrlDecoder().decode(Arrays.copyOf(text, end));
        } catch (IllegalArgumentException e) {
            throw invalid("message", "parameter message is not URL-safe base64");
        }
    }

    private static TerraneException unsupportedType(@Nullable String type) {
        return TerraneException.of(
                        CommonError.UNSUPPORTED_MEDIA_TYPE,
                        "content type "
                                + (type == null ? "is missing" : clip(type) + " is not supported")
                                + ": application/proto or application/json")
                .field("Content-Type")
                .extra("supported", "application/proto, application/json")
                .toException();
    }

    private static TerraneException invalid(String field, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, text).field(field).toException();
    }

    private static String clip(String value) {
        return value.length() <= 64 ? value : value.substring(0, 64) + "…";
    }
}
