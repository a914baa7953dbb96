package dev.terrane.core.schema;

/**
 * A place in a text document.
 *
 * @param line line, from 1
 * @param column column in UTF-16 code units, from 1
 */
public record SourcePosition(int line, int column) {
    /** The first character. */
    public static final SourcePosition START = new SourcePosition(1, 1);
}
