package dev.terrane.core.schema;

import java.util.List;
import java.util.Map;

/** A JSON value that remembers where in the text it begins. */
sealed interface SourceNode {
    /** Where the value begins. */
    SourcePosition at();

    /** What JSON calls this kind of value, for messages. */
    String kind();

    /** A key's value with the place of the key. */
    record Entry(SourcePosition keyAt, SourceNode value) {}

    /** An object; of a key that occurs twice the first value. */
    record ObjectNode(SourcePosition at, Map<String, Entry> entries) implements SourceNode {
        @Override
        public String kind() {
            return "an object";
        }
    }

    /** An array. */
    record ArrayNode(SourcePosition at, List<SourceNode> elements) implements SourceNode {
        @Override
        public String kind() {
            return "an array";
        }
    }

    /** A string. */
    record TextNode(SourcePosition at, String value) implements SourceNode {
        @Override
        public String kind() {
            return "a string";
        }
    }

    /** A number as written; integral when it has neither fraction nor exponent. */
    record NumberNode(SourcePosition at, String literal, boolean integral) implements SourceNode {
        @Override
        public String kind() {
            return integral ? "an integer" : "a number with fraction or exponent";
        }
    }

    /** True or false. */
    record BooleanNode(SourcePosition at, boolean value) implements SourceNode {
        @Override
        public String kind() {
            return "a boolean";
        }
    }

    /** Null. */
    record NullNode(SourcePosition at) implements SourceNode {
        @Override
        public String kind() {
            return "null";
        }
    }
}
