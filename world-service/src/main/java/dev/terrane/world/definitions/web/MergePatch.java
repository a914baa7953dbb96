package dev.terrane.world.definitions.web;

import dev.terrane.core.chunk.Texts;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.wire.FieldPaths;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A merge patch (RFC 7396) on a definition, whose members are all required: what is left out stays,
 * and null, which would remove a member, is refused. A refusal names the place by a JSON pointer
 * into the patch.
 */
final class MergePatch {
    /** Its media type. */
    static final String TYPE = "application/merge-patch+json";

    private static final int CORNER = 3;

    private final JsonNode members;

    private MergePatch(JsonNode members) {
        this.members = members;
    }

    /**
     * Reads a patch.
     *
     * @param known the members a definition has
     */
    static MergePatch of(JsonNode patch, Set<String> known) {
        if (!patch.isObject()) {
            throw bad("", "body", "a merge patch of a definition is an object");
        }
        for (String name : patch.propertyNames()) {
            String pointer = FieldPaths.pointer(List.of(name));
            if (!known.contains(name)) {
                throw bad(pointer, "body", "there is no member \"" + name + "\" here");
            }
            if (patch.path(name).isNull()) {
                throw bad(pointer, name, "it cannot be removed");
            }
        }
        return new MergePatch(patch);
    }

    boolean has(String name) {
        return members.has(name);
    }

    /** A name for people. */
    Optional<String> name(String name) {
        return find(name).map(value -> name(name, value));
    }

    private static String name(String name, JsonNode value) {
        if (!value.isString()) {
            throw bad("/" + name, name, "a string is expected");
        }
        String text = value.stringValue();
        String fault = Texts.nameFault(text);
        if (fault != null) {
            throw bad("/" + name, name, fault);
        }
        return text;
    }

    /** Three numbers along x, y and z. */
    double @Nullable [] numbers(String name) {
        JsonNode list = three(name);
        if (list == null) {
            return null;
        }
        double[] numbers = new double[CORNER];
        for (int i = 0; i < CORNER; i++) {
            // From its text: a whole number beyond every double has no double value.
            JsonNode number = list.path(i);
            double value = number.isNumber() ? Double.parseDouble(number.asString()) : Double.NaN;
            numbers[i] = finite(name, i, value);
        }
        return numbers;
    }

    /**
     * One number of three that a caller gave, which is finite.
     *
     * @param value NaN for what is no number, infinite for what is too large for a double
     */
    static double finite(String name, int index, double value) {
        if (!Double.isFinite(value)) {
            throw bad("/" + name + "/" + index, name, "a finite number is expected");
        }
        return value;
    }

    /** Three whole numbers along x, y and z. */
    int @Nullable [] wholes(String name) {
        JsonNode list = three(name);
        if (list == null) {
            return null;
        }
        int[] numbers = new int[CORNER];
        for (int i = 0; i < CORNER; i++) {
            JsonNode number = list.path(i);
            if (!number.isIntegralNumber() || !number.canConvertToInt()) {
                throw bad("/" + name + "/" + i, name, "a whole number is expected");
            }
            numbers[i] = number.intValue();
        }
        return numbers;
    }

    private @Nullable JsonNode three(String name) {
        JsonNode list = members.get(name);
        if (list != null && (!list.isArray() || list.size() != CORNER)) {
            throw bad("/" + name, name, "three numbers are expected");
        }
        return list;
    }

    /** A member that never changes, or not here: it may be sent as it is. */
    void requireSame(String name, String now) {
        requireSame(name, now, "it never changes");
    }

    /**
     * The same of a member that is changed elsewhere.
     *
     * @param how what is said of changing it
     */
    void requireSame(String name, String now, String how) {
        find(name)
                .filter(value -> !value.isString() || !value.stringValue().equals(now))
                .ifPresent(
                        _ -> {
                            throw bad("/" + name, name, "it is '" + now + "'; " + how);
                        });
    }

    /** The same of a number. */
    void requireSame(String name, long now) {
        find(name)
                .filter(
                        value ->
                                !value.isIntegralNumber()
                                        || !value.canConvertToLong()
                                        || value.longValue() != now)
                .ifPresent(
                        _ -> {
                            throw bad("/" + name, name, "it is " + now + ", as If-Match says");
                        });
    }

    private Optional<JsonNode> find(String name) {
        return Optional.ofNullable(members.get(name));
    }

    /** A refusal of one place of the patch. */
    static TerraneException bad(String pointer, String field, String text) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        (pointer.isEmpty() ? "the patch" : pointer) + ": " + text)
                .field(field)
                .pointer(pointer)
                .toException();
    }
}
