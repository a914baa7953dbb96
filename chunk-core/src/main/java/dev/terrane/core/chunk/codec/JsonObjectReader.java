package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.JsonNumbers;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.Texts;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Members of one JSON object, every fault with its pointer. */
final class JsonObjectReader {
    private final JsonNode node;
    private final String pointer;

    /** Refuses anything but an object, and members not in {@code known} unless that is null. */
    JsonObjectReader(JsonNode node, String pointer, @Nullable Set<String> known) {
        this.node = node;
        this.pointer = pointer;
        if (!node.isObject()) {
            throw DecodeFault.at(pointer, RejectReason.BAD_VALUE, "an object is expected");
        }
        if (known != null) {
            for (String name : node.propertyNames()) {
                if (!known.contains(name)) {
                    throw DecodeFault.at(
                            pointer(name), RejectReason.UNKNOWN_MEMBER, "no such member: " + name);
                }
            }
        }
    }

    String pointer() {
        return pointer;
    }

    String pointer(String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    @Nullable JsonNode find(String name) {
        return node.get(name);
    }

    private JsonNode get(String name) {
        JsonNode member = node.get(name);
        if (member == null) {
            throw DecodeFault.at(pointer(name), RejectReason.MISSING_MEMBER, name + " is required");
        }
        return member;
    }

    private DecodeFault bad(String name, String detail) {
        return DecodeFault.at(pointer(name), RejectReason.BAD_VALUE, detail);
    }

    JsonObjectReader object(String name, Set<String> known) {
        return new JsonObjectReader(get(name), pointer(name), known);
    }

    Optional<JsonObjectReader> findObject(String name, Set<String> known) {
        return Optional.ofNullable(find(name))
                .map(member -> new JsonObjectReader(member, pointer(name), known));
    }

    String string(String name) {
        JsonNode member = get(name);
        if (!member.isString()) {
            throw bad(name, "a string is expected");
        }
        return member.stringValue();
    }

    Optional<String> findString(String name) {
        return find(name) == null ? Optional.empty() : Optional.of(string(name));
    }

    String id(String name) {
        String id = string(name);
        requireRule(name, Texts.idFault(id));
        return id;
    }

    void requireText(String name, String text) {
        requireRule(name, Texts.textFault(text));
    }

    void requireRule(String name, @Nullable String fault) {
        if (fault != null) {
            throw DecodeFault.at(pointer(name), RejectReason.BAD_TEXT, fault);
        }
    }

    long integer(String name, long min, long max) {
        JsonNode member = get(name);
        if (!member.isIntegralNumber() || !member.canConvertToLong()) {
            throw bad(name, "an integer is expected");
        }
        long value = member.longValue();
        if (value < min || value > max) {
            throw bad(name, "an integer from %d to %d, not %d".formatted(min, max, value));
        }
        return value;
    }

    Optional<Long> findInteger(String name, long min, long max) {
        return find(name) == null ? Optional.empty() : Optional.of(integer(name, min, max));
    }

    int int32(String name) {
        return (int) integer(name, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    boolean flag(String name, boolean absent) {
        JsonNode member = find(name);
        if (member == null) {
            return absent;
        }
        if (!member.isBoolean()) {
            throw bad(name, "true or false is expected");
        }
        return member.booleanValue();
    }

    double real(String name) {
        return real(get(name), pointer(name));
    }

    static double real(JsonNode node, String pointer) {
        double value = node.isNumber() ? JsonNumbers.toDouble(node) : Double.NaN;
        if (!Double.isFinite(value)) {
            throw DecodeFault.at(pointer, RejectReason.BAD_VALUE, "a finite number is expected");
        }
        return value;
    }

    <T> void requireSame(String name, Optional<T> stated, T derived) {
        if (stated.isPresent() && !Objects.equals(stated.get(), derived)) {
            throw DecodeFault.at(
                    pointer(name),
                    RejectReason.MISMATCH,
                    stated.get() + " where " + derived + " is expected");
        }
    }
}
