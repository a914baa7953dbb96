// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** The class field source. */
public final class FieldSource_2 {
    /** Name of the class. */
    public static final String CLASS = "field source";

    private final FieldSource source;

    /** A view of an entity or row. */
    public FieldSource_2(FieldSource source) {
        this.source = source;
    }

    /** Whether the field of this index can be seen. */
    public boolean has(long index) {
        return source.find(index) != null;
    }
}
