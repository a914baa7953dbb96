/** The registry over REST. */
@NullMarked
package dev.terrane.schema.registry.web;

import org.jspecify.annotations.NullMarked;
