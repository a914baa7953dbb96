// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** Where a view reads its fields. */
@FunctionalInterface
public interface FieldSource {
    /**
     * The value of a field, or null when it cannot be seen: a Boolean (bool),
     * Integer (int32), Long (uint32, int64, guid, the bits of uint64), Float,
     * Double or String.
     */
    Object find(long index);
}
