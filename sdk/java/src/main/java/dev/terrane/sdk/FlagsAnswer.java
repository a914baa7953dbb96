package dev.terrane.sdk;

import java.util.List;
import java.util.Map;

/** The answer to a request for a chunk's moderation flags. */
public sealed interface FlagsAnswer {
    /**
     * The flags.
     *
     * @param at where
     * @param revision revision they belong to
     * @param severities severity 1..3 by category; categories without any are left out
     * @param mature whether any item is mature
     * @param sources ids of the flags that contributed
     */
    record Flags(
            ChunkPosition at,
            long revision,
            Map<String, Integer> severities,
            boolean mature,
            List<String> sources)
            implements FlagsAnswer {
        public Flags {
            severities = Map.copyOf(severities);
            sources = List.copyOf(sources);
        }
    }

    /**
     * There are none for this peer.
     *
     * @param at where
     * @param problem why
     */
    record Refused(ChunkPosition at, Problem problem) implements FlagsAnswer {}
}
