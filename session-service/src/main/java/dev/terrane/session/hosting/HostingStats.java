package dev.terrane.session.hosting;

/**
 * What operators count, since the start.
 *
 * @param hosted sessions hosted now
 * @param commitRounds transactions of journals
 * @param clockStalls clock steps that waited for the store
 * @param reloads sessions loaded from the store
 */
public record HostingStats(long hosted, long commitRounds, long clockStalls, long reloads) {}
