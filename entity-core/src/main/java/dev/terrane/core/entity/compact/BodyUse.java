package dev.terrane.core.entity.compact;

/** Who a body is made for; decides only where it is counted. */
public enum BodyUse {
    /** Every recipient of the class at this base. */
    SHARED,
    /** One peer that fell behind. */
    DEFERRED
}
