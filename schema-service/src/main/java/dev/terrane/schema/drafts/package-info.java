/**
 * Drafts: named, valid documents on their way to a version, changed by whoever holds the newest
 * tag. Here are their values, their port to the database and what can be done with them; REST and
 * SQL are in the packages below, which nothing outside this feature uses. Nothing here publishes.
 */
@NullMarked
package dev.terrane.schema.drafts;

import org.jspecify.annotations.NullMarked;
