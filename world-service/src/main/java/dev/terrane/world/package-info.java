/**
 * world-service: the application class and what its features share. Features live in packages
 * below.
 */
@NullMarked
package dev.terrane.world;

import org.jspecify.annotations.NullMarked;
