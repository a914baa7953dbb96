package dev.terrane.core.entity;

/**
 * Why something was not done. Whatever was refused changed nothing, unless the operation says that
 * a refusal ends it.
 */
public sealed interface Refusal {
    /**
     * Where: a class and member path such as {@code GuestPlayer.inventory[3].count}, or a byte
     * position.
     */
    String location();

    /**
     * The input is wrong.
     *
     * @param reason what is wrong
     * @param location where
     */
    record Rejected(Reason reason, String location) implements Refusal {}

    /**
     * The input, or the state it would lead to, is larger than allowed.
     *
     * @param limit which limit
     * @param max its value
     * @param actual the value that exceeds it; the first one noticed, not necessarily the whole
     * @param location where it was noticed
     */
    record OverLimit(Limit limit, long max, long actual, String location) implements Refusal {}

    /**
     * A counter that never wraps is at its end.
     *
     * @param counter which counter
     * @param location where
     */
    record Exhausted(Counter counter, String location) implements Refusal {}

    /** Counters that never wrap. */
    enum Counter {
        ENTITY_INCARNATION,
        ROW_INCARNATION,
        ROW_NUMBER,
        REVISION,
        MAP_INSTANCE
    }

    /** Limits that can be exceeded. */
    enum Limit {
        /** Entities of one kernel. */
        ENTITIES,
        /** Rows of one table of a kernel. */
        TABLE_ROWS,
        /** Arguments of one creation. */
        ARGUMENTS,
        /** Bytes of one string value. */
        VALUE_BYTES,
        /** Containers inside each other in a kernel. */
        CONTAINER_DEPTH,
        /** Map instances of one kernel. */
        MAP_INSTANCES,
        /** Custom values of one entity. */
        CUSTOM_VALUES,
        /** Rows of one projection's state. */
        ROWS,
        /** Values and selected tables of one projection or state. */
        MEMBERS,
        /** Bytes of schema id, class names and strings of one projection or state. */
        STRING_BYTES,
        /** Entity, table and row operations of one patch. */
        PATCH_OPERATIONS,
        /** Values of one patch. */
        PATCH_VALUES,
        /** Bytes of schema id, class names and strings of one patch. */
        PATCH_STRING_BYTES,
        /** Remembered entity, table and visible row lifetimes of one stream. */
        LIFETIME_ENTRIES,
        /** Bytes of one encoded message. */
        MESSAGE_BYTES,
        /** Records of one encoded message. */
        MESSAGE_RECORDS,
        /** Message levels of one built message. */
        MESSAGE_DEPTH,
        /** Projection classes of one root. */
        PROJECTION_CLASSES,
        /** Streams of one peer, or stream records of one frame. */
        STREAMS,
        /** Levels of children in one root's projection or state. */
        ENTITY_DEPTH,
        /** Entities of one root's projection or state. */
        STREAM_ENTITIES,
        /** Occupied container slots one capture looks at, hidden children included. */
        CONTAINER_SLOTS,
        /** Roots that one connection was ever given a stream of. */
        CONNECTION_ROOTS,
        /** Layouts of one connection. */
        LAYOUTS,
        /** Values, rows, operations and string bytes that one frame decodes to. */
        FRAME_WORK
    }
}
