/**
 * Commands about schemas: their documents, static rows and hints in files, and their versions on a
 * server. What is right and wrong the core decides; here are files, places in them, and exit codes.
 */
@NullMarked
package dev.terrane.cli.schema;

import org.jspecify.annotations.NullMarked;
