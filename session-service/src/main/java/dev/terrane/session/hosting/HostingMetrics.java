package dev.terrane.session.hosting;

/** What operators count. */
interface HostingMetrics {
    /** A clock had a step due and waited for the store. */
    void clockStalled();

    /** A clock gave up steps it could not make up for. */
    void stepsDropped(long steps);

    /** A room's change was written into a session, with so many boxes added or taken away. */
    void collidersChanged(int boxes, int refused);
}
