package dev.terrane.session.hosting;

/**
 * What operators count, since the start.
 *
 * @param hosted sessions hosted now
 * @param commitRounds transactions of journals
 * @param clockStalls clock steps that waited for the store
 * @param stepsDropped clock steps given up because a clock was further behind than it may make up
 * @param reloads sessions loaded from the store
 * @param bases checkpoints that became bases
 * @param basesDiverged checkpoints a replay of the journal did not give
 * @param collidersChanged boxes added or taken away because a room changed
 * @param collidersRefused boxes a session could not take
 */
public record HostingStats(
        long hosted,
        long commitRounds,
        long clockStalls,
        long stepsDropped,
        long reloads,
        long bases,
        long basesDiverged,
        long collidersChanged,
        long collidersRefused) {}
