/**
 * Static configuration of versions and drafts: rows found and changed one by one, tables for
 * spreadsheets, custom types for Tiled, and generated code. What is right the core decides; here
 * are the documents it decides about, and the refusals.
 */
@NullMarked
package dev.terrane.schema.config;

import org.jspecify.annotations.NullMarked;
