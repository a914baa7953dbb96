package dev.terrane.session.hosting;

/** What operators count. */
interface HostingMetrics {
    /** Counts nothing. */
    HostingMetrics NONE = () -> {};

    /** A clock had a step due and waited for the store. */
    void clockStalled();
}
