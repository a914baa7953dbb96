// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** The schema guest-room. */
public final class GuestRoomSchema {
    /** Name and version. */
    public static final String ID = "guest-room@3";

    /** Hash of what matters on the wire; compare it with what the server says at entry. */
    public static final String WIRE_HASH = "c27cc0cf46e584c0eacf0cde8867da8d375b072995f7c46b84781aa86a6b49b4";

    /** Hash of the whole document. */
    public static final String CONTENT_HASH = "3376184efe4b65f69dd3a60a7d3a1c6886e1ff39909945759fe417a536a6b201";

    /** The flag sync_view. */
    public static final int MASK_SYNC_VIEW = 1;

    /** The flag sync_self. */
    public static final int MASK_SYNC_SELF = 2;

    /** The flag real_time. */
    public static final int MASK_REAL_TIME = 4;

    /** The flag save. */
    public static final int MASK_SAVE = 8;

    /** The flag sync_team. */
    public static final int MASK_SYNC_TEAM = 16;

    /** The flag sync_guild. */
    public static final int MASK_SYNC_GUILD = 32;

    /** The flag sync_map. */
    public static final int MASK_SYNC_MAP = 64;

    /** The flag log. */
    public static final int MASK_LOG = 128;

    private GuestRoomSchema() {}
}
