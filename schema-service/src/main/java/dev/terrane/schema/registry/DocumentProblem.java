package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaProblem;

/**
 * One reason why a document is not accepted.
 *
 * @param rule stable id of the rule that is broken
 * @param pointer JSON pointer (RFC 6901) into the document
 * @param line line in the document, from 1; 0 when the problem is not one of the text
 * @param column column in UTF-16 code units, from 1; 0 without a line
 * @param message what is wrong, with the values
 */
public record DocumentProblem(String rule, String pointer, int line, int column, String message) {
    /** A problem that is not one of the text. */
    public static DocumentProblem of(String rule, String pointer, String message) {
        return new DocumentProblem(rule, pointer, 0, 0, message);
    }

    /** A broken rule of the format. */
    public static DocumentProblem of(SchemaProblem problem) {
        return new DocumentProblem(
                problem.rule().id(),
                problem.pointer(),
                problem.line(),
                problem.column(),
                problem.message());
    }

    /** One line: position if any, pointer, rule id and message. */
    @Override
    public String toString() {
        String place = pointer.isEmpty() ? "(document)" : pointer;
        return (line > 0 ? line + ":" + column + " " : " ") + place + " [" + rule + "] " + message;
    }
}
