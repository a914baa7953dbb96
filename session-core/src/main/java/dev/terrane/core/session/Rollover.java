package dev.terrane.core.session;

import dev.terrane.core.session.model.SessionDefinition;

/** Result of asking a session for the start of its next generation. */
public sealed interface Rollover {
    /**
     * The next generation begins with the present bodies and time, at revision 0 with an empty
     * ledger and journal. The host commits the definition, replaces the session by one made from
     * it, and then gives the old one up; until then the old one goes on.
     */
    record Ready(SessionDefinition next) implements Rollover {}

    /** The session has to live on: its state is more than its bodies. */
    record Refused(Reason reason, String detail) implements Rollover {}

    /** Why not now, in order of checking. */
    enum Reason {
        /** It failed. */
        FAULTED,
        /** It ended. */
        DISPOSED,
        /** The last command was no step, or a rejected one: a mutation may wait for its step. */
        NOT_STEPPED,
        /** Bodies touch. */
        OPEN_CONTACTS,
        /** A body left the area a definition may name. */
        OUT_OF_RANGE
    }
}
