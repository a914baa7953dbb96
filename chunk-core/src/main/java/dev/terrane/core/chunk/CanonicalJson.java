package dev.terrane.core.chunk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.erdtman.jcs.NumberToJSON;
import tools.jackson.databind.JsonNode;

/**
 * Writes a tree as RFC 8785 text: members in order of their names' UTF-16 code units, numbers as
 * ECMAScript prints doubles. Refuses what that form cannot carry exactly.
 */
final class CanonicalJson {
    private static final double INTEGER_MAX = 9_007_199_254_740_991.0;
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();
    private final int depthMax;

    private CanonicalJson(int depthMax) {
        this.depthMax = depthMax;
    }

    /** Unwinds out of the tree; caught by the caller of {@link #write}. */
    static final class Fault extends RuntimeException {
        private final String pointer;
        private final String text;

        Fault(String pointer, String text) {
            super(text, null, false, false);
            this.pointer = pointer;
            this.text = text;
        }

        String pointer() {
            return pointer;
        }

        String text() {
            return text;
        }
    }

    static String write(JsonNode node, int depthMax) {
        CanonicalJson writer = new CanonicalJson(depthMax);
        writer.value(node, "", 1);
        return writer.out.toString();
    }

    private void value(JsonNode node, String pointer, int depth) {
        if (node.isContainer() && depth > depthMax) {
            throw new Fault(pointer, "at most " + depthMax + " levels");
        }
        switch (node.getNodeType()) {
            case OBJECT -> object(node, pointer, depth);
            case ARRAY -> {
                out.append('[');
                for (int i = 0; i < node.size(); i++) {
                    if (i > 0) {
                        out.append(',');
                    }
                    value(node.get(i), pointer + "/" + i, depth + 1);
                }
                out.append(']');
            }
            case STRING -> string(node.stringValue(), pointer);
            case NUMBER -> number(node, pointer);
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL -> out.append("null");
            case BINARY, MISSING, POJO -> throw new Fault(pointer, "not a JSON value");
        }
    }

    private void object(JsonNode node, String pointer, int depth) {
        List<String> names = new ArrayList<>(node.propertyNames());
        Collections.sort(names);
        out.append('{');
        String separator = "";
        for (String name : names) {
            String inner = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            out.append(separator);
            string(name, inner);
            out.append(':');
            value(node.get(name), inner, depth + 1);
            separator = ",";
        }
        out.append('}');
    }

    private void number(JsonNode node, String pointer) {
        double value = JsonNumbers.toDouble(node);
        if (!(Math.abs(value) <= INTEGER_MAX)) {
            throw new Fault(pointer, "numbers lie within 2^53 - 1 of zero");
        }
        if (node.isIntegralNumber() && node.longValue() != (long) value) {
            throw new Fault(pointer, "integers lie within 2^53 - 1 of zero");
        }
        try {
            out.append(NumberToJSON.serializeNumber(value));
        } catch (IOException e) {
            throw new IllegalStateException("finite number " + value, e);
        }
    }

    private void string(String text, String pointer) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                    } else {
                        if (Character.isHighSurrogate(c)
                                && i + 1 < text.length()
                                && Character.isLowSurrogate(text.charAt(i + 1))) {
                            out.append(c);
                            i++;
                            c = text.charAt(i);
                        } else if (Character.isSurrogate(c)) {
                            throw new Fault(pointer, "a lone surrogate is not text");
                        }
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
