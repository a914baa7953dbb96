/**
 * The {@code terrane} command: entry point, exit codes, how failures are shown. Commands live in
 * packages below, by subject. No service code here: services are started through {@link
 * dev.terrane.cli.services.ServiceRunner}.
 */
@NullMarked
package dev.terrane.cli;

import org.jspecify.annotations.NullMarked;
