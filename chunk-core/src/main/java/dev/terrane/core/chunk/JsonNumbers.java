package dev.terrane.core.chunk;

import tools.jackson.databind.JsonNode;

/** Numbers of JSON trees, which may have more digits, or a larger exponent, than any type. */
public final class JsonNumbers {
    private JsonNumbers() {}

    /** The nearest double; infinite for a number beyond all of them, which a node's own refuses. */
    public static double toDouble(JsonNode number) {
        return number.numberValue().doubleValue();
    }
}
