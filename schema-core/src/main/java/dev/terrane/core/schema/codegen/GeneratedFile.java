package dev.terrane.core.schema.codegen;

/**
 * A file of generated code.
 *
 * @param path relative path with slashes; letters, digits, points, hyphens and underscores only
 * @param text the code, ASCII, lines ending with LF
 */
public record GeneratedFile(String path, String text) {}
