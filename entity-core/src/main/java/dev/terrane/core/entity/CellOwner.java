package dev.terrane.core.entity;

/** What {@link Cells} need to know of the entity or row they belong to. */
interface CellOwner {
    boolean isLive();

    KernelLimits limits();

    /** Path of the owner, before the name of a field. */
    String location();

    /** Path when the owner is gone. */
    String staleLocation();

    /** What is wrong with an index that names no field. */
    Reason unknown(long index);

    /** Whether somebody wants to hear of changes of a field. */
    boolean listens(int position);

    /** Notes that a field is about to get another value; may throw, then it does not. */
    void written(long index);

    void tell(int position, FieldWrite write);

    /** One write. */
    record FieldWrite(long index, Value old, Value now) {}
}
