/**
 * Offline tools: schema documents, chunks, JSON patches, and maps handed to a running
 * world-service. The work is done by the cores; here are arguments, files and exit codes.
 */
@NullMarked
package dev.terrane.cli.tools;

import org.jspecify.annotations.NullMarked;
