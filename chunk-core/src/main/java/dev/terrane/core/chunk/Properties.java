package dev.terrane.core.chunk;

import dev.terrane.core.chunk.Decoded.Location;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;

/**
 * The type-specific values of an object: a JSON object kept as its RFC 8785 text, so that equal
 * values are equal bytes. At most 65,535 bytes and 16 levels; numbers lie within ±(2⁵³ − 1).
 */
public final class Properties {
    public static final int BYTES_MAX = 65_535;
    public static final int DEPTH_MAX = 16;

    /** No values. */
    public static final Properties EMPTY = new Properties("{}");

    private final String json;

    private Properties(String json) {
        this.json = json;
    }

    /** Reads JSON text in any form; refusals name a pointer inside it. */
    public static Decoded<Properties> parse(String text) {
        if (text.equals("{}")) {
            return new Decoded.Ok<>(EMPTY);
        }
        try {
            return from(StrictJson.MAPPER.readTree(text));
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            Decoded.LimitHit hit = JsonFaults.findLimit(e).orElse(null);
            return new Decoded.Rejected<>(
                    hit == null ? RejectReason.BAD_JSON : RejectReason.OVER_LIMIT,
                    at == null
                            ? new Location.Pointer("")
                            : new Location.Text(at.getLineNr(), at.getColumnNr()),
                    hit == null
                            ? JsonFaults.sentence(e)
                            : "%s is %d, not %d".formatted(hit.name(), hit.limit(), hit.actual()),
                    hit);
        }
    }

    /**
     * Takes UTF-8 bytes that must be in RFC 8785 form, if that can be told without parsing them;
     * empty says nothing about them.
     */
    public static Optional<Properties> findCanonical(byte[] utf8, int offset, int length) {
        if (length == 2 && utf8[offset] == '{' && utf8[offset + 1] == '}') {
            return Optional.of(EMPTY);
        }
        return length <= BYTES_MAX && CanonicalScan.isObject(utf8, offset, length, DEPTH_MAX)
                ? Optional.of(
                        new Properties(
                                new String(utf8, offset, length, StandardCharsets.ISO_8859_1)))
                : Optional.empty();
    }

    /**
     * Takes text that must be in RFC 8785 form already: what a decoder of stored bytes does.
     *
     * @return refused as {@link RejectReason#NOT_CANONICAL} if it is another form of valid values
     */
    public static Decoded<Properties> ofCanonical(String text) {
        return switch (parse(text)) {
            case Decoded.Ok<Properties>(Properties properties) ->
                    properties.json.equals(text)
                            ? new Decoded.Ok<>(properties)
                            : rejected(
                                    RejectReason.NOT_CANONICAL, "", "properties are not RFC 8785");
            case Decoded.Rejected<Properties> rejected -> rejected;
        };
    }

    /** Takes a tree; refusals name a pointer inside it. */
    public static Decoded<Properties> from(JsonNode node) {
        if (!node.isObject()) {
            return rejected(RejectReason.BAD_VALUE, "", "properties is an object");
        }
        String text;
        try {
            text = CanonicalJson.write(node, DEPTH_MAX);
        } catch (CanonicalJson.Fault fault) {
            return rejected(RejectReason.BAD_VALUE, fault.pointer(), fault.text());
        }
        int size = text.length() > BYTES_MAX ? text.length() : utf8Size(text);
        if (size > BYTES_MAX) {
            return new Decoded.Rejected<>(
                    RejectReason.OVER_LIMIT,
                    new Location.Pointer(""),
                    "properties has at most 65,535 bytes",
                    new Decoded.LimitHit("propertiesBytesMax", BYTES_MAX, size));
        }
        return new Decoded.Ok<>(new Properties(text));
    }

    /** The RFC 8785 text. */
    public String toJson() {
        return json;
    }

    /** A fresh tree, the caller's own. */
    public JsonNode toTree() {
        return StrictJson.MAPPER.readTree(json);
    }

    private static int utf8Size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static Decoded<Properties> rejected(
            RejectReason reason, String pointer, String detail) {
        return new Decoded.Rejected<>(reason, new Location.Pointer(pointer), detail, null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Properties that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return json;
    }
}
