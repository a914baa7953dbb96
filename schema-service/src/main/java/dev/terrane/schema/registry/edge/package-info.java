/**
 * What every transport of the registry says the same way: fields of requests, refusals, and views
 * of plans and versions. No transport's own types.
 */
@NullMarked
package dev.terrane.schema.registry.edge;

import org.jspecify.annotations.NullMarked;
