package dev.terrane.core.schema;

/**
 * One mistake in a document.
 *
 * @param rule the rule that is broken
 * @param pointer JSON pointer (RFC 6901) of the offending value; of the object for a missing key,
 *     of the key itself for an unknown or duplicate one; empty for the whole document
 * @param position where the offending value or key begins
 * @param message what is wrong, with the values, for people
 */
public record SchemaProblem(
        SchemaRule rule, String pointer, SourcePosition position, String message) {
    /** Line of the position, from 1. */
    public int line() {
        return position.line();
    }

    /** Column of the position in UTF-16 code units, from 1. */
    public int column() {
        return position.column();
    }

    /** One line: position, pointer, rule id and message. */
    @Override
    public String toString() {
        String place = pointer.isEmpty() ? "(document)" : pointer;
        return position.line()
                + ":"
                + position.column()
                + " "
                + place
                + " ["
                + rule.id()
                + "] "
                + message;
    }
}
