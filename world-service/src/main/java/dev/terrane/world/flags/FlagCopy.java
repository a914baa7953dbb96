package dev.terrane.world.flags;

import java.util.Map;

/**
 * What a database says of assets. Those of one generation go back to the same flags, and the shared
 * database has them as they are now; a world's file has them as they were when it was used last.
 * The shared database begins a generation when it has none: when it is made, and when a backup was
 * restored into its place and nobody knows any more what was flagged since.
 *
 * @param generation empty if the database never said
 * @param revision rises with every change in this database
 * @param flagged flags by asset id; only assets that have some
 */
public record FlagCopy(String generation, long revision, Map<String, AssetFlag> flagged) {
    /** Where a database says its generation, in table {@code meta}. */
    public static final String GENERATION_KEY = "flags_generation";

    /** Says nothing of any asset. */
    public static final FlagCopy NONE = new FlagCopy("", 0, Map.of());

    public FlagCopy {
        flagged = Map.copyOf(flagged);
    }

    /**
     * Whether the other is not known to be an older or newer copy of the same flags, so that what
     * it does not flag may never have been judged.
     */
    public boolean isStrangeTo(FlagCopy other) {
        return generation.isEmpty() || !generation.equals(other.generation);
    }
}
