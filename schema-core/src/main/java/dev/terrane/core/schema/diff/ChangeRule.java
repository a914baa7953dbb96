package dev.terrane.core.schema.diff;

import java.util.Locale;

/** Kinds of change. The id of a rule is stable. */
public enum ChangeRule {
    /** Text for people. */
    DESCRIPTION_CHANGED,
    /** The order of an array, which means nothing. */
    ORDER_CHANGED,
    /** A class that was not there. */
    CLASS_ADDED,
    /** A class that is gone. */
    CLASS_REMOVED,
    /** A class with exactly the members of one that is gone. */
    CLASS_RENAMED,
    /** A member with a name and an index that were not there. */
    MEMBER_ADDED,
    /** A member that is gone without having been retired. */
    MEMBER_REMOVED,
    /** A member that was retired and is left out now. */
    RETIRED_MEMBER_REMOVED,
    /** The same index with another name. */
    MEMBER_RENAMED,
    /** The same name with another index. */
    INDEX_CHANGED,
    /** A new member on the index of one that has moved to another. */
    INDEX_TAKEN_OVER,
    /** A new member on the index of one that was retired. */
    RETIRED_INDEX_REUSED,
    /** A field of another type. */
    TYPE_CHANGED,
    /** A table or container of another class. */
    RELATION_CLASS_CHANGED,
    /** A field, table or container that became one of the others. */
    KIND_CHANGED,
    /** A mask gained one of {@code sync_*}. */
    MASK_SYNC_GAINED,
    /** A mask lost one of {@code sync_*}. */
    MASK_SYNC_LOST,
    /** A mask gained {@code save}. */
    MASK_SAVE_GAINED,
    /** A mask lost {@code save}. */
    MASK_SAVE_LOST,
    /** A mask gained or lost {@code real_time} or {@code log}. */
    MASK_OTHER_CHANGED,
    /** A configuration row that was not there. */
    ROW_ADDED,
    /** A configuration row that is gone. */
    ROW_REMOVED,
    /** A configuration row with another value or class. */
    ROW_CHANGED;

    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Stable lower-case id, for example {@code member-renamed}. */
    public String id() {
        return id;
    }
}
