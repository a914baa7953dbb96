/**
 * What the command needs from whoever can run services: {@link
 * dev.terrane.cli.services.ServiceRunner}, found by ServiceLoader. No Spring and no service types
 * here.
 */
@NullMarked
package dev.terrane.cli.services;

import org.jspecify.annotations.NullMarked;
