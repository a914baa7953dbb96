// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** The class String. */
public final class String_2 {
    /** Name of the class. */
    public static final String CLASS = "String";

    /** A uint32. */
    public static final long COUNT_INDEX = 1L;
    public static final String COUNT_NAME = "count";
    public static final String COUNT_TYPE = "uint32";
    public static final int COUNT_MASK = 0;

    private final FieldSource source;

    /** A view of an entity or row. */
    public String_2(FieldSource source) {
        this.source = source;
    }

    /** Whether the field of this index can be seen. */
    public boolean has(long index) {
        return source.find(index) != null;
    }

    /** A uint32. */
    public long count() {
        return source.find(COUNT_INDEX) instanceof Long value ? value : 0L;
    }
}
