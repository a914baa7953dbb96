/** Drafts in SQL. The only place of this feature that knows tables. */
@NullMarked
package dev.terrane.schema.drafts.store;

import org.jspecify.annotations.NullMarked;
