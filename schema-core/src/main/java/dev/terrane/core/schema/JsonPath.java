package dev.terrane.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON document, as a chain from the value up to the root; becomes text only when a
 * problem is reported.
 */
record JsonPath(@Nullable JsonPath parent, String segment) {
    static final JsonPath ROOT = new JsonPath(null, "");

    JsonPath child(String key) {
        return new JsonPath(this, key);
    }

    JsonPath child(int index) {
        return new JsonPath(this, Integer.toString(index));
    }

    /** The JSON pointer, RFC 6901. */
    String pointer() {
        StringBuilder text = new StringBuilder();
        append(this, text);
        return text.toString();
    }

    private static void append(JsonPath path, StringBuilder text) {
        if (path.parent != null) {
            append(path.parent, text);
            text.append('/').append(path.segment.replace("~", "~0").replace("/", "~1"));
        }
    }
}
