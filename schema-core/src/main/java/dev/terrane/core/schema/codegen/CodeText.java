package dev.terrane.core.schema.codegen;

import org.jspecify.annotations.Nullable;

/** Lines of code, and texts of documents inside them. */
final class CodeText {
    private static final int COMMENT_MAX = 300;

    private final StringBuilder text = new StringBuilder();

    /** Appends a line. */
    CodeText line(String line) {
        text.append(line).append('\n');
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** A string literal of Java. Escapes below U+0080 by octal: javac reads \\u before anything. */
    static String java(String value) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (unit == '"' || unit == '\\') {
                literal.append('\\').append(unit);
            } else if (unit < 0x20 || unit == 0x7F) {
                literal.append(String.format("\\%03o", (int) unit));
            } else if (unit > 0x7F) {
                literal.append(String.format("\\u%04x", (int) unit));
            } else {
                literal.append(unit);
            }
        }
        return literal.append('"').toString();
    }

    /** A string literal of TypeScript and C#. */
    static String script(String value) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (unit == '"' || unit == '\\') {
                literal.append('\\').append(unit);
            } else if (unit < 0x20 || unit >= 0x7F) {
                literal.append(String.format("\\u%04x", (int) unit));
            } else {
                literal.append(unit);
            }
        }
        return literal.append('"').toString();
    }

    /** A string literal of GDScript. */
    static String godot(String value) {
        StringBuilder literal = new StringBuilder("\"");
        value.codePoints()
                .forEach(
                        point -> {
                            if (point == '"' || point == '\\') {
                                literal.append('\\').appendCodePoint(point);
                            } else if (point > 0xFFFF) {
                                literal.append(String.format("\\U%06x", point));
                            } else if (point < 0x20 || point >= 0x7F) {
                                literal.append(String.format("\\u%04x", point));
                            } else {
                                literal.appendCodePoint(point);
                            }
                        });
        return literal.append('"').toString();
    }

    /** A description as a piece of comment: one line, harmless, ASCII, not too long. */
    static String comment(@Nullable String description, String otherwise) {
        String given = description == null || description.isBlank() ? otherwise : description;
        StringBuilder comment = new StringBuilder();
        given.strip()
                .codePoints()
                .limit(COMMENT_MAX)
                .forEach(
                        point -> {
                            switch (point) {
                                case '<' -> comment.append("&lt;");
                                case '>' -> comment.append("&gt;");
                                case '&' -> comment.append("&amp;");
                                case '\\' -> comment.append("&#92;");
                                case '/' -> comment.append("&#47;");
                                case '@' -> comment.append("&#64;");
                                default -> {
                                    boolean printable = point >= 0x20 && point < 0x7F;
                                    if (printable) {
                                        comment.appendCodePoint(point);
                                    } else if (point >= 0xA0) {
                                        comment.append("&#").append(point).append(';');
                                    } else {
                                        comment.append(' ');
                                    }
                                }
                            }
                        });
        return comment.toString();
    }
}
