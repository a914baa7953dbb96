/**
 * terrane.yaml, {@code TERRANE_*} variables and the settings all services share. Reading and
 * checking ({@link dev.terrane.support.config.TerraneConfig}) needs no Spring context, so that the
 * command line can do it; the post-processor brings the outcome into each service's environment.
 * Settings of one service or feature live with it, as properties records.
 */
@NullMarked
package dev.terrane.support.config;

import org.jspecify.annotations.NullMarked;
