package dev.terrane.core.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of the document under the eyes of the format: reports what is missing, unknown or of
 * the wrong kind, and gives the rest. Every method that gives nothing has reported why.
 */
final class ObjectView {
    private final SourceNode.ObjectNode node;
    private final JsonPath path;
    private final SchemaLimits limits;
    private final Problems problems;

    private ObjectView(
            SourceNode.ObjectNode node, JsonPath path, SchemaLimits limits, Problems problems) {
        this.node = node;
        this.path = path;
        this.limits = limits;
        this.problems = problems;
    }

    /** The view of a value that must be an object. */
    static Optional<ObjectView> of(
            SourceNode value, JsonPath path, SchemaLimits limits, Problems problems) {
        if (value instanceof SourceNode.ObjectNode object) {
            return Optional.of(new ObjectView(object, path, limits, problems));
        }
        problems.add(
                SchemaRule.JSON_TYPE,
                path,
                value.at(),
                "an object is required here, not " + value.kind());
        return Optional.empty();
    }

    JsonPath path() {
        return path;
    }

    SourcePosition at() {
        return node.at();
    }

    Map<String, SourceNode.Entry> entries() {
        return node.entries();
    }

    /** Where the value of a key that is present begins. */
    SourcePosition at(String key) {
        SourceNode.Entry entry = node.entries().get(key);
        return entry == null ? node.at() : entry.value().at();
    }

    /** Reports every key that is not one of these. */
    void allowOnly(Set<String> keys) {
        node.entries()
                .forEach(
                        (key, entry) -> {
                            if (!keys.contains(key)) {
                                problems.add(
                                        SchemaRule.UNKNOWN_KEY,
                                        path.child(key),
                                        entry.keyAt(),
                                        "the format has no key "
                                                + Problems.quote(key)
                                                + " here; it has "
                                                + String.join(
                                                        ", ", keys.stream().sorted().toList()));
                            }
                        });
    }

    private @Nullable SourceNode require(String key) {
        SourceNode.Entry entry = node.entries().get(key);
        if (entry == null) {
            problems.add(
                    SchemaRule.MISSING_KEY,
                    path,
                    node.at(),
                    "the key " + Problems.quote(key) + " is required here");
            return null;
        }
        return entry.value();
    }

    /** The value of an optional key. */
    Optional<SourceNode> find(String key) {
        return Optional.ofNullable(node.entries().get(key)).map(SourceNode.Entry::value);
    }

    /** An optional text under the limit of names; null when absent or refused. */
    @Nullable String label(String key) {
        return find(key).isEmpty() ? null : name(key).orElse(null);
    }

    /** A required array. */
    Optional<List<SourceNode>> array(String key) {
        SourceNode value = require(key);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof SourceNode.ArrayNode array) {
            return Optional.of(array.elements());
        }
        wrongKind(key, value, "an array");
        return Optional.empty();
    }

    /** A required string. */
    Optional<String> text(String key) {
        SourceNode value = require(key);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof SourceNode.TextNode text) {
            return Optional.of(text.value());
        }
        wrongKind(key, value, "a string");
        return Optional.empty();
    }

    /** A required name: a string that is not empty, not too long and free of NUL. */
    Optional<String> name(String key) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return text;
        }
        String name = text.get();
        if (name.isEmpty()) {
            report(SchemaRule.NAME_EMPTY, key, "a name is not empty");
            return Optional.empty();
        }
        if (UnicodeText.utf8Length(name) > limits.nameBytesMax()) {
            report(
                    SchemaRule.LIMIT_NAME,
                    key,
                    "a name has at most "
                            + limits.nameBytesMax()
                            + " bytes, this one "
                            + UnicodeText.utf8Length(name));
            return Optional.empty();
        }
        return isSound(key, name) ? text : Optional.empty();
    }

    /** An optional description; null when absent or refused. */
    @Nullable String description() {
        String key = "description";
        SourceNode.Entry entry = node.entries().get(key);
        if (entry == null) {
            return null;
        }
        if (!(entry.value() instanceof SourceNode.TextNode text)) {
            wrongKind(key, entry.value(), "a string");
            return null;
        }
        if (UnicodeText.utf8Length(text.value()) > limits.textBytesMax()) {
            report(
                    SchemaRule.LIMIT_TEXT,
                    key,
                    "a description has at most " + limits.textBytesMax() + " bytes");
            return null;
        }
        return isSound(key, text.value()) ? text.value() : null;
    }

    /** A required member index. */
    Optional<Long> index(String key) {
        SourceNode value = require(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof SourceNode.NumberNode number) || !number.integral()) {
            wrongKind(key, value, "an integer");
            return Optional.empty();
        }
        long index = IntegerText.unsigned(number.literal(), Member.INDEX_MAX);
        if (index < Member.INDEX_MIN) {
            report(
                    SchemaRule.MEMBER_INDEX_RANGE,
                    key,
                    "an index is 1.." + Member.INDEX_MAX + ", not " + IntegerText.shorten(number));
            return Optional.empty();
        }
        return Optional.of(index);
    }

    /** Whether a document can hold a text; a lone surrogate was reported where it was read. */
    private boolean isSound(String key, String text) {
        if (text.indexOf('\0') >= 0) {
            report(SchemaRule.TEXT_NUL, key, "a text holds no NUL");
            return false;
        }
        return UnicodeText.faultOf(text) == UnicodeText.Fault.NONE;
    }

    private void wrongKind(String key, SourceNode value, String wanted) {
        report(SchemaRule.JSON_TYPE, key, wanted + " is required here, not " + value.kind());
    }

    /** Reports a problem at the value of a key. */
    void report(SchemaRule rule, String key, String message) {
        problems.add(rule, path.child(key), at(key), message);
    }
}
