/**
 * schema-service: the application class and what its features share. Features live in packages
 * below.
 */
@NullMarked
package dev.terrane.schema;

import org.jspecify.annotations.NullMarked;
