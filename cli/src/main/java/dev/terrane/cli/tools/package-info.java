/**
 * Commands about chunks, JSON patches and session files, which the cores read without a server, and
 * about worlds and rooms, which a running gateway or the stopped service's folder has. Here are
 * arguments, files and exit codes.
 */
@NullMarked
package dev.terrane.cli.tools;

import org.jspecify.annotations.NullMarked;
