/** Static configuration over REST. */
@NullMarked
package dev.terrane.schema.config.web;

import org.jspecify.annotations.NullMarked;
