/**
 * Source code from a schema document: constants of every member in Java, TypeScript, C# and
 * GDScript, and typed accessors in Java and TypeScript. The same document and target give the same
 * files, byte for byte. Generated code needs no library of ours. {@code docs/guides/schemas.md}
 * shows it.
 */
@NullMarked
package dev.terrane.core.schema.codegen;

import org.jspecify.annotations.NullMarked;
