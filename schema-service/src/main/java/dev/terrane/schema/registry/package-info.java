/**
 * The registry of schemas: immutable, numbered versions of named documents. Here are its values,
 * its port to the database and what it does; how it is stored, spoken over RPC and served over REST
 * is in the packages below, which nothing outside this feature uses.
 */
@NullMarked
package dev.terrane.schema.registry;

import org.jspecify.annotations.NullMarked;
