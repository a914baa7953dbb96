package dev.terrane.core.chunk.edit;

import dev.terrane.core.chunk.JsonFaults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A parsed patch, RFC 6902. Members an operation does not define are ignored, as the RFC says;
 * duplicate members are refused.
 */
public record JsonPatch(List<PatchOperation> operations) {
    /** As places name it. */
    private static final String PATCH = "patch";

    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(PatchLimits.DEFAULT.depthMax())
                                                    .maxNumberLength(1_000)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    public JsonPatch {
        operations = List.copyOf(operations);
    }

    /** Reads a patch document; refusals are malformed or over limit. */
    public static PatchOutcome<JsonPatch> parse(String text, PatchLimits limits) {
        try {
            int bytes =
                    text.length() > limits.patchBytesMax()
                            ? text.length()
                            : text.getBytes(StandardCharsets.UTF_8).length;
            limit("patchBytesMax", limits.patchBytesMax(), bytes);
            JsonNode tree = readTree(text, PATCH);
            if (!tree.isArray()) {
                throw malformed("", "a patch is a list of operations");
            }
            limit("operationsMax", limits.operationsMax(), tree.size());
            List<PatchOperation> operations = new ArrayList<>();
            for (int i = 0; i < tree.size(); i++) {
                operations.add(operation(tree.get(i), "/" + i));
            }
            return new PatchOutcome.Done<>(new JsonPatch(operations));
        } catch (PatchFault fault) {
            return new PatchOutcome.Refused<>(fault.refusal());
        }
    }

    /**
     * Applies a patch to any document, both as text: what {@code terrane json patch} does. The
     * result is compact JSON; numbers keep their digits, and half of a surrogate pair, which no
     * charset can say, is written as an escape.
     */
    public static PatchOutcome<String> applyText(
            String document, String patch, PatchLimits limits) {
        return switch (parse(patch, limits)) {
            case PatchOutcome.Refused<JsonPatch>(PatchRefusal refusal) ->
                    new PatchOutcome.Refused<>(refusal);
            case PatchOutcome.Done<JsonPatch>(JsonPatch parsed) -> {
                try {
                    JsonTree tree = new JsonTree(readTree(document, "document"));
                    new Patcher(tree, limits).run(parsed);
                    yield new PatchOutcome.Done<>(sayable(MAPPER.writeValueAsString(tree.root())));
                } catch (PatchFault fault) {
                    yield new PatchOutcome.Refused<>(fault.refusal());
                }
            }
        };
    }

    private static String sayable(String json) {
        StringBuilder said = new StringBuilder(json.length());
        json.codePoints()
                .forEach(
                        point -> {
                            if (point >= Character.MIN_SURROGATE
                                    && point <= Character.MAX_SURROGATE) {
                                said.append("\\u").append(Integer.toHexString(point));
                            } else {
                                said.appendCodePoint(point);
                            }
                        });
        return said.toString();
    }

    private static JsonNode readTree(String text, String what) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            if (tree.isMissingNode()) {
                throw new PatchFault(new PatchRefusal.Malformed(what, "there is no JSON in it"));
            }
            return tree;
        } catch (JacksonException e) {
            if (what.equals(PATCH)) {
                JsonFaults.findLimit(e)
                        .ifPresent(hit -> limit(hit.name(), hit.limit(), hit.actual()));
            }
            throw new PatchFault(
                    new PatchRefusal.Malformed(
                            place(what, e.getLocation()), JsonFaults.sentence(e)));
        } catch (NumberFormatException e) {
            // The parser judges an exponent when the number is asked for, and says no place then.
            throw new PatchFault(
                    new PatchRefusal.Malformed(
                            place(what, findBadNumber(text)),
                            "a number's exponent is out of range"));
        }
    }

    private static String place(String what, @Nullable TokenStreamLocation at) {
        return at == null
                ? what
                : "%s, line %d, column %d".formatted(what, at.getLineNr(), at.getColumnNr());
    }

    private static @Nullable TokenStreamLocation findBadNumber(String text) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric() && !isCountable(parser)) {
                    return parser.currentTokenLocation();
                }
            }
            return null;
        }
    }

    private static boolean isCountable(JsonParser number) {
        try {
            return number.getDecimalValue() != null;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static PatchOperation operation(JsonNode node, String at) {
        if (!node.isObject()) {
            throw malformed(at, "an operation is an object");
        }
        String op = string(node, at, "op");
        JsonPointer path = pointer(node, at, "path");
        return switch (op) {
            case "add" -> new PatchOperation.Add(path, value(node, at));
            case "remove" -> new PatchOperation.Remove(path);
            case "replace" -> new PatchOperation.Replace(path, value(node, at));
            case "move" -> {
                JsonPointer from = pointer(node, at, "from");
                if (from.isProperPrefixOf(path)) {
                    throw malformed(at + "/path", "a value cannot move into itself");
                }
                yield new PatchOperation.Move(from, path);
            }
            case "copy" -> new PatchOperation.Copy(pointer(node, at, "from"), path);
            case "test" -> new PatchOperation.Test(path, value(node, at));
            default -> throw malformed(at + "/op", "no such operation: " + op);
        };
    }

    private static JsonNode value(JsonNode node, String at) {
        JsonNode value = node.get("value");
        if (value == null) {
            throw malformed(at, "member 'value' is required");
        }
        return value;
    }

    private static String string(JsonNode node, String at, String name) {
        JsonNode member = node.get(name);
        if (member == null) {
            throw malformed(at, "member '" + name + "' is required");
        }
        if (!member.isString()) {
            throw malformed(at + "/" + name, "a string is expected");
        }
        return member.stringValue();
    }

    private static JsonPointer pointer(JsonNode node, String at, String name) {
        String text = string(node, at, name);
        return JsonPointer.find(text)
                .orElseThrow(
                        () -> malformed(at + "/" + name, "not a JSON pointer: '" + text + "'"));
    }

    private static void limit(String name, long limit, long actual) {
        if (actual > limit) {
            throw new PatchFault(new PatchRefusal.OverLimit(-1, name, limit, actual));
        }
    }

    private static PatchFault malformed(String pointer, String detail) {
        return new PatchFault(
                new PatchRefusal.Malformed(
                        pointer.isEmpty() ? PATCH : PATCH + " " + pointer, detail));
    }
}
