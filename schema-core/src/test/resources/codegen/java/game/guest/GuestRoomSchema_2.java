// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** The class guest-room-schema. */
public final class GuestRoomSchema_2 {
    /** Name of the class. */
    public static final String CLASS = "guest-room-schema";

    private final FieldSource source;

    /** A view of an entity or row. */
    public GuestRoomSchema_2(FieldSource source) {
        this.source = source;
    }

    /** Whether the field of this index can be seen. */
    public boolean has(long index) {
        return source.find(index) != null;
    }
}
