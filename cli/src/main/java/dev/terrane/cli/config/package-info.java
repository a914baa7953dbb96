/**
 * Commands about the configuration, and the folder it names. Reading and judging it is behind
 * {@link dev.terrane.cli.config.ConfigSource}.
 */
@NullMarked
package dev.terrane.cli.config;

import org.jspecify.annotations.NullMarked;
