/** Moderators' word on assets, and the work it makes of chunks. */
@NullMarked
package dev.terrane.world.moderation;

import org.jspecify.annotations.NullMarked;
