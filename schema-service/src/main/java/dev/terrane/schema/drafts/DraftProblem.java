package dev.terrane.schema.drafts;

import dev.terrane.core.schema.SchemaProblem;

/**
 * One reason why a document cannot be a draft.
 *
 * @param rule stable id of the rule that is broken
 * @param pointer JSON pointer (RFC 6901) into the document
 * @param line line in the document, from 1; 0 when the problem is not one of the text
 * @param column column in UTF-16 code units, from 1; 0 without a line
 * @param message what is wrong, with the values
 */
public record DraftProblem(String rule, String pointer, int line, int column, String message) {
    /** A problem that is not one of the text. */
    public static DraftProblem of(String rule, String pointer, String message) {
        return new DraftProblem(rule, pointer, 0, 0, message);
    }

    /** A broken rule of the format. */
    public static DraftProblem of(SchemaProblem problem) {
        return new DraftProblem(
                problem.rule().id(),
                problem.pointer(),
                problem.line(),
                problem.column(),
                problem.message());
    }
}
