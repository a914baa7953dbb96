/** Chunks over REST. */
@NullMarked
package dev.terrane.world.chunks.web;

import org.jspecify.annotations.NullMarked;
