package dev.terrane.core.chunk.merge;

/** Whose value is taken where map and edits disagree. */
public enum Prefer {
    /** The room's: edits win over the map. */
    OURS,
    /** The map's. */
    THEIRS
}
