/** Worlds and rooms over REST. */
@NullMarked
package dev.terrane.world.definitions.web;

import org.jspecify.annotations.NullMarked;
