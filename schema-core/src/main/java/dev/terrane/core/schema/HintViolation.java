package dev.terrane.core.schema;

/**
 * A row's value that its hints do not allow.
 *
 * @param rule which kind of hint
 * @param className class of the row
 * @param row place of the row among those of its class, from 0
 * @param field the field
 * @param pointer JSON pointer of the value in the document
 * @param message what is wrong, for people
 */
public record HintViolation(
        SchemaRule rule, String className, int row, String field, String pointer, String message) {}
