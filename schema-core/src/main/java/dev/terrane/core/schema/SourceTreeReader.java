package dev.terrane.core.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON text into a tree of positions and values. Knows nothing of the format; finds what
 * makes JSON itself doubtful: syntax, duplicate keys, lone surrogates, and the limits on depth and
 * number of values. One instance reads one text.
 */
final class SourceTreeReader {
    private static final int NUMBER_CHARACTERS_MAX = 1000;

    private final SchemaLimits limits;
    private final Problems problems;
    private final JsonParser parser;
    private int values;
    private JsonPath path = JsonPath.ROOT;

    /** The last key of the current object that {@link #path} has gone through. */
    private @Nullable String key;

    /** Ends reading at a problem after which nothing can be understood. It is already reported. */
    private static final class Abandoned extends RuntimeException {
        private Abandoned() {
            super("abandoned", null, false, false);
        }
    }

    private SourceTreeReader(SchemaLimits limits, Problems problems, JsonParser parser) {
        this.limits = limits;
        this.problems = problems;
        this.parser = parser;
    }

    /** The tree of a text, or null when a problem made it unreadable. */
    static @Nullable SourceNode read(String text, SchemaLimits limits, Problems problems) {
        StreamReadConstraints constraints =
                StreamReadConstraints.builder()
                        .maxNestingDepth(limits.depthMax() + 1)
                        .maxNumberLength(NUMBER_CHARACTERS_MAX)
                        .maxStringLength(limits.documentBytesMax())
                        .maxNameLength(limits.documentBytesMax())
                        .build();
        JsonFactory factory = JsonFactory.builder().streamReadConstraints(constraints).build();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            return new SourceTreeReader(limits, problems, parser).document();
        }
    }

    private @Nullable SourceNode document() {
        try {
            if (parser.nextToken() == null) {
                throw abandon(
                        SchemaRule.JSON_SYNTAX, SourcePosition.START, "the document is empty");
            }
            SourceNode root = value(1);
            if (parser.nextToken() != null) {
                throw abandon(
                        SchemaRule.JSON_SYNTAX, here(), "there is more text after the document");
            }
            return root;
        } catch (Abandoned reported) {
            return null;
        } catch (StreamConstraintsException tooLong) {
            problems.add(
                    SchemaRule.LIMIT_NUMBER,
                    pathOfFailure(),
                    position(parser.currentLocation()),
                    "a number has more than " + NUMBER_CHARACTERS_MAX + " characters");
            return null;
        } catch (JacksonException malformed) {
            TokenStreamLocation location = malformed.getLocation();
            problems.add(
                    SchemaRule.JSON_SYNTAX,
                    pathOfFailure(),
                    position(location == null ? parser.currentLocation() : location),
                    sentence(malformed));
            return null;
        }
    }

    private SourceNode value(int depth) {
        if (++values > limits.valuesMax()) {
            throw abandon(
                    SchemaRule.LIMIT_VALUES,
                    here(),
                    "the document has more than " + limits.valuesMax() + " JSON values");
        }
        SourcePosition at = here();
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(at, checkDepth(at, depth));
            case START_ARRAY -> array(at, checkDepth(at, depth));
            case VALUE_STRING -> new SourceNode.TextNode(at, text(at));
            case VALUE_NUMBER_INT -> new SourceNode.NumberNode(at, parser.getString(), true);
            case VALUE_NUMBER_FLOAT -> new SourceNode.NumberNode(at, parser.getString(), false);
            case VALUE_TRUE -> new SourceNode.BooleanNode(at, true);
            case VALUE_FALSE -> new SourceNode.BooleanNode(at, false);
            case VALUE_NULL -> new SourceNode.NullNode(at);
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw abandon(SchemaRule.JSON_SYNTAX, at, "a value was expected");
        };
    }

    private int checkDepth(SourcePosition at, int depth) {
        if (depth > limits.depthMax()) {
            throw abandon(
                    SchemaRule.LIMIT_DEPTH,
                    at,
                    "objects and arrays are nested more than " + limits.depthMax() + " deep");
        }
        return depth;
    }

    private SourceNode object(SourcePosition at, int depth) {
        JsonPath outer = path;
        Map<String, SourceNode.Entry> entries = new LinkedHashMap<>();
        key = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            SourcePosition keyAt = here();
            key = name;
            path = outer.child(name);
            checkSurrogates(name, keyAt);
            SourceNode.Entry first = entries.get(name);
            if (first != null) {
                problems.add(
                        SchemaRule.DUPLICATE_KEY,
                        path,
                        keyAt,
                        "the key "
                                + Problems.quote(name)
                                + " occurs a second time; first at line "
                                + first.keyAt().line()
                                + ", column "
                                + first.keyAt().column());
            }
            parser.nextToken();
            entries.putIfAbsent(name, new SourceNode.Entry(keyAt, value(depth + 1)));
            key = name;
            path = outer;
        }
        return new SourceNode.ObjectNode(at, entries);
    }

    private SourceNode array(SourcePosition at, int depth) {
        JsonPath outer = path;
        List<SourceNode> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            path = outer.child(elements.size());
            elements.add(value(depth + 1));
            path = outer;
        }
        return new SourceNode.ArrayNode(at, elements);
    }

    private String text(SourcePosition at) {
        String text = parser.getString();
        checkSurrogates(text, at);
        return text;
    }

    private void checkSurrogates(String text, SourcePosition at) {
        // NUL is the format's concern, not JSON's; but it must not hide a lone surrogate behind it.
        if (UnicodeText.faultOf(text.replace('\0', ' ')) == UnicodeText.Fault.LONE_SURROGATE) {
            problems.add(
                    SchemaRule.TEXT_SURROGATE,
                    path,
                    at,
                    "half of a surrogate pair in " + Problems.quote(text));
        }
    }

    /**
     * The path when the parser gave up. It looks at the first characters of a value before it hands
     * out the value's key, so the key may be known to the parser alone.
     */
    private JsonPath pathOfFailure() {
        String current = parser.streamReadContext().inObject() ? parser.currentName() : null;
        return current == null || current.equals(key) ? path : path.child(current);
    }

    private SourcePosition here() {
        return position(parser.currentTokenLocation());
    }

    private static SourcePosition position(TokenStreamLocation location) {
        return new SourcePosition(
                Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    private Abandoned abandon(SchemaRule rule, SourcePosition at, String message) {
        problems.add(rule, path, at, message);
        return new Abandoned();
    }

    private static String sentence(JacksonException malformed) {
        String text = malformed.getOriginalMessage();
        String line = text == null ? "not JSON" : text.lines().findFirst().orElse("not JSON");
        // The parser's advice to whoever configures it is of no use to the document's author.
        line =
                line.replaceAll(
                        ": enable `[^`]*` to allow|, from `[^`]*`| \\(start marker at .*"
                                + "| \\(not recognized as one since .*",
                        "");
        return line.length() > 160 ? line.substring(0, 160) + "…" : line;
    }
}
