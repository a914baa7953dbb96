/**
 * The error registry: one entry per refusal the product can give, feeding problem details, Connect
 * errors, close codes, {@code terrane explain} and the pages under {@code docs/errors}. No web type
 * may appear here; the mappings to each transport live with the transport.
 */
@NullMarked
package dev.terrane.rpc.error;

import org.jspecify.annotations.NullMarked;
