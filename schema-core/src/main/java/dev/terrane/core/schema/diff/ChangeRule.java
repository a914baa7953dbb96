package dev.terrane.core.schema.diff;

import java.util.Locale;

/** Kinds of change. The id of a rule is stable. */
public enum ChangeRule {
    /** Text for people. */
    DESCRIPTION_CHANGED("Nothing to do."),
    /** The order of an array, which means nothing. */
    ORDER_CHANGED("Nothing to do."),
    /** A class that was not there. */
    CLASS_ADDED("Nothing to do."),
    /** A class that is gone. */
    CLASS_REMOVED("Keep the class; to be rid of members, retire them one by one."),
    /** A class with exactly the members of one that is gone. */
    CLASS_RENAMED("Keep the old name; a class is known by it."),
    /** A member with a name and an index that were not there. */
    MEMBER_ADDED("Nothing to do."),
    /** A member that is gone without having been retired. */
    MEMBER_REMOVED(
            "Keep the member and retire it; a later version may leave it out once nothing holds it."),
    /** A member that was retired and is left out now. */
    RETIRED_MEMBER_REMOVED("Nothing to do; the index stays reserved."),
    /** The same index with another name. */
    MEMBER_RENAMED(
            "Keep the old name, or add a member with the new name and an index of its own and retire the old one."),
    /** The same name with another index. */
    INDEX_CHANGED("Give the member its old index again."),
    /** A new member on the index of one that has moved to another. */
    INDEX_TAKEN_OVER("Give the new member an index no version has used."),
    /** A new member on the index of one that was retired. */
    RETIRED_INDEX_REUSED(
            "Give the member an index no version has used; this one is reserved for ever."),
    /** A field of another type. */
    TYPE_CHANGED(
            "Keep the type, or add a member of the new type with an index of its own and retire the old one."),
    /** A table or container of another class. */
    RELATION_CLASS_CHANGED(
            "Keep the class, or add a member of the new class with an index of its own and retire the old one."),
    /** A field, table or container that became one of the others. */
    KIND_CHANGED("Add the new member with a name and an index of its own and retire the old one."),
    /** A mask gained one of {@code sync_*}. */
    MASK_SYNC_GAINED(
            "Check that the new recipients may see it, and confirm with the hash of the plan."),
    /** A mask lost one of {@code sync_*}. */
    MASK_SYNC_LOST("Nothing to do."),
    /** A mask gained {@code save}. */
    MASK_SAVE_GAINED("Nothing to do."),
    /** A mask lost {@code save}. */
    MASK_SAVE_LOST("Keep save if the stored values matter."),
    /** A mask gained or lost {@code real_time} or {@code log}. */
    MASK_OTHER_CHANGED("Nothing to do."),
    /** A configuration row that was not there. */
    ROW_ADDED("Nothing to do."),
    /** A configuration row that is gone. */
    ROW_REMOVED("Keep the row while something was made from it."),
    /** A configuration row with another value or class. */
    ROW_CHANGED("Check that what was made from the row may change its meaning.");

    private final String fix;
    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    ChangeRule(String fix) {
        this.fix = fix;
    }

    /** What to do instead when the change is not accepted, for people. */
    public String fix() {
        return fix;
    }

    /** Stable lower-case id, for example {@code member-renamed}. */
    public String id() {
        return id;
    }
}
