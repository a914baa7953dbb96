// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** The class HpIndex. */
public final class HpIndex {
    /** Name of the class. */
    public static final String CLASS = "HpIndex";

    /** A uint32. */
    public static final long HP_INDEX = 1L;
    public static final String HP_NAME = "hp";
    public static final String HP_TYPE = "uint32";
    public static final int HP_MASK = 0;

    private final FieldSource source;

    /** A view of an entity or row. */
    public HpIndex(FieldSource source) {
        this.source = source;
    }

    /** Whether the field of this index can be seen. */
    public boolean has(long index) {
        return source.find(index) != null;
    }

    /** A uint32. */
    public long hp() {
        return source.find(HP_INDEX) instanceof Long value ? value : 0L;
    }
}
