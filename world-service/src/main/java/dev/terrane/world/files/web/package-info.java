/** Sends requests on a world to the parts over its file. */
@NullMarked
package dev.terrane.world.files.web;

import org.jspecify.annotations.NullMarked;
