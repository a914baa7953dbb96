/** Imports over REST. */
@NullMarked
package dev.terrane.world.imports.web;

import org.jspecify.annotations.NullMarked;
