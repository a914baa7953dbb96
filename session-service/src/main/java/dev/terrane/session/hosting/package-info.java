/**
 * Hosts sessions: a registry by name, one actor per session on a fixed pool of platform threads,
 * clocks, group commit of their journals. Nothing leaves an actor before the revision it names is
 * durable. Knows neither transports nor SQL.
 */
@NullMarked
package dev.terrane.session.hosting;

import org.jspecify.annotations.NullMarked;
