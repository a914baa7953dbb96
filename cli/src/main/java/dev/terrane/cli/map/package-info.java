/**
 * Commands about maps: handed to a running world-service as imports, planned, resumed, taken back,
 * and written from a room. What a map means the core decides; here are files, calls and exit codes.
 */
@NullMarked
package dev.terrane.cli.map;

import org.jspecify.annotations.NullMarked;
