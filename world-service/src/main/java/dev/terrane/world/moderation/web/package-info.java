/** Asset flags over REST. */
@NullMarked
package dev.terrane.world.moderation.web;

import org.jspecify.annotations.NullMarked;
