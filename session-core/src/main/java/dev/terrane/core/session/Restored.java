package dev.terrane.core.session;

/** Result of rebuilding a session from what a host stored. Nothing stored is changed by it. */
public sealed interface Restored {
    /** The session, standing where its store ends. */
    record Ok(Session session) implements Restored {}

    /** What is stored does not give that session; it is evidence and must be kept. */
    record Refused(Reason reason, String detail) implements Restored {}

    /** Why not, in order of checking. The numbers are stable. */
    enum Reason {
        /** Parts of different sessions or generations. */
        IDENTITY(1),
        /** Another solver made it. */
        ENGINE(2),
        /** The base is not the one the descriptor names. */
        BASE(3),
        /** A piece of the journal is missing. */
        GAP(4),
        /** A piece of the journal is there twice. */
        OVERLAP(5),
        /** The base's parts do not fit each other. */
        STATE(6),
        /** A command gave something else than it did. */
        DIVERGED(7),
        /** All commands ran, but the state is not the one that was. */
        END(8);

        private final int number;

        Reason(int number) {
            this.number = number;
        }

        /** The stable number. */
        public int number() {
            return number;
        }
    }
}
