/** Hints over REST. */
@NullMarked
package dev.terrane.schema.hints.web;

import org.jspecify.annotations.NullMarked;
