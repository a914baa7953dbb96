package dev.terrane.core.entity;

/** What is wrong with a refused input. Numbers are stable and never reused. */
public enum Reason {
    /** No class of that name. */
    UNKNOWN_CLASS(1),
    /** No configuration row of that id. */
    UNKNOWN_PROFILE(2),
    /** The configuration row belongs to another class. */
    PROFILE_CLASS(3),
    /** No member of that index, or none selected. */
    UNKNOWN_MEMBER(4),
    /** The index names a member of another kind. */
    MEMBER_KIND(5),
    /** An index outside 1..2^32-1. */
    INDEX_RANGE(6),
    /** The same member, row or child twice. */
    DUPLICATE(7),
    /** The value has another type than the member. */
    VALUE_TYPE(8),
    /** A floating value that is not finite. */
    NOT_FINITE(9),
    /** A guid outside the deployment's range. */
    GUID_RANGE(10),
    /** A guid that already names an entity. */
    GUID_IN_USE(11),
    /** The entity, table or row is not there any more. */
    STALE(12),
    /** No row of that number. */
    UNKNOWN_ROW(13),
    /** A row of that number exists. */
    ROW_EXISTS(14),
    /** A container was selected where only fields and tables go. */
    CONTAINER_UNSUPPORTED(15),
    /** Another class than the bound one. */
    CLASS_MISMATCH(16),
    /** Another schema id than the bound one. */
    SCHEMA_MISMATCH(17),
    /** Another root guid or incarnation than the bound one. */
    ROOT_MISMATCH(18),
    /** Another generation than the bound one. */
    GENERATION_MISMATCH(19),
    /** A selected member or column is missing from a complete state. */
    MISSING_MEMBER(20),
    /** An incarnation that is 0 where a lifetime is needed, used twice, or retired. */
    INCARNATION(21),
    /** A revision that is 0 or does not follow the one it requires. */
    REVISION(22),
    /** A delta that does not follow the current revision. */
    GAP(23),
    /** A baseline that differs from the active state or would reset it. */
    RESET(24),
    /** A row operation on a row that is not in the state it requires. */
    ROW_STATE(25),
    /** A row operation whose incarnations and columns fit none of the four forms. */
    ROW_FORM(26),
    /** A patch that changes nothing. */
    EMPTY_PATCH(27),
    /** Changes beside a removal. */
    REMOVAL_WITH_CHANGES(28),
    /** The stream was refused before and stays refused. */
    INVALIDATED(29),
    /** The root was removed before. */
    REMOVED(30),
    /** Bytes that are no such message. */
    MALFORMED(31),
    /** A record without a value. */
    MISSING_VALUE(32),
    /** A fixed-point declaration that does not fit the member, or a value between two steps. */
    FIXED_POINT(40),
    /** A handle that names no stream of this peer. */
    UNKNOWN_HANDLE(41),
    /** A handle that is taken, or was freed in the same frame. */
    HANDLE_IN_USE(42),
    /** A layout number nothing was said about, or said twice. */
    UNKNOWN_LAYOUT(43),
    /** A piece of a sliced frame that does not continue the pieces before. */
    SLICE(44),
    /** A patch of a child that is not in that slot in that lifetime. */
    CHILD_STATE(45),
    /** A child that the binding does not admit. */
    CHILD_HIDDEN(46),
    /** A child that was not bound before the body that shows it, or an ordinal without child. */
    UNKNOWN_CHILD(47),
    /** A child that was bound and is not in the body after it. */
    CHILD_UNSEEN(48),
    /** A slot that holds a child already. */
    SLOT_TAKEN(60),
    /** A slot without a child. */
    SLOT_EMPTY(61),
    /** An entity that is in a container already. */
    ALREADY_PLACED(62),
    /** An entity would be inside itself. */
    CYCLE(63),
    /** A map of that number exists. */
    MAP_EXISTS(64),
    /** No such map or instance. */
    UNKNOWN_MAP(65),
    /** The instance still has entities. */
    MAP_IN_USE(66),
    /** A custom value's name that is empty or too long. */
    CUSTOM_NAME(67),
    /** A structural change inside a callback of another one of the same table or container. */
    BUSY(68),
    /** The kernel was stopped. */
    STOPPED(69);

    private final int number;

    Reason(int number) {
        this.number = number;
    }

    /** The stable number. */
    public int number() {
        return number;
    }
}
