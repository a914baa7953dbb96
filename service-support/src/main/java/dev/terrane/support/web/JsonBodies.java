package dev.terrane.support.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * JSON that comes over the wire is UTF-8 (RFC 8259, section 8.1). The parser would guess UTF-16 and
 * UTF-32 from the first bytes, and the framework would believe the charset of the content type.
 */
final class JsonBodies {
    /** Bytes after which no text can be taken for UTF-16 or UTF-32 any more. */
    static final int HEAD = 4;

    private JsonBodies() {}

    /** Whether a content type is JSON: {@code application/json} or one that ends in +json. */
    static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int end = contentType.indexOf(';');
        String type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
        String plain = type.toLowerCase(Locale.ROOT);
        return plain.equals(MimeTypeUtils.APPLICATION_JSON_VALUE) || plain.endsWith("+json");
    }

    /** The refusal of a JSON type with a charset that is not UTF-8; null if it is fine. */
    static @Nullable TerraneException charsetFault(String contentType) {
        MimeType type;
        try {
            type = MimeTypeUtils.parseMimeType(contentType);
        } catch (InvalidMimeTypeException unreadable) {
            // The framework refuses it, with the types that are read here.
            return null;
        }
        if (type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8)) {
            return null;
        }
        return TerraneException.of(
                        CommonError.UNSUPPORTED_MEDIA_TYPE,
                        "charset " + type.getCharset() + " is not read here: JSON is UTF-8")
                .field("Content-Type")
                .extra("supported", type.getType() + "/" + type.getSubtype())
                .toException();
    }

    /**
     * The refusal of a byte that no JSON text in UTF-8 begins with; null if it may be one.
     *
     * @param offset of the byte, below {@link #HEAD}
     */
    static @Nullable TerraneException byteFault(int value, long offset) {
        // UTF-8 never has 0xFE or 0xFF, of which byte order marks are made, and JSON no NUL.
        if (value != 0 && value < 0xFE) {
            return null;
        }
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "the body is not UTF-8, as JSON is: byte %d is 0x%02x"
                                .formatted(offset, value))
                .field("body")
                .byteOffset(offset)
                .toException();
    }
}
