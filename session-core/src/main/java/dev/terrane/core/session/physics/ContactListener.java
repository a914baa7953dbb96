package dev.terrane.core.session.physics;

/**
 * Receives contact changes of one step or mutation, pairs in ascending order of (a, b). Arguments
 * are views valid during the call only.
 */
public interface ContactListener {
    /** Two bodies started to touch; the normal points from a to b. */
    void onBegin(ContactView contact);

    /** Two touching bodies met faster than the threshold and the solver pushed them apart. */
    void onHit(ContactView contact);

    /** Two bodies ceased to touch, or one of them went away. */
    void onEnd(ContactView contact);
}
