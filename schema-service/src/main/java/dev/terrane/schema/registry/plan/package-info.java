/** Publishing: what a new version would do, whether it may, and doing it, all or nothing. */
@NullMarked
package dev.terrane.schema.registry.plan;

import org.jspecify.annotations.NullMarked;
