package dev.terrane.core.session.model;

/**
 * Where a session stands and from what it can be rebuilt: its base and the journal after it. Small;
 * holds no body.
 *
 * @param session its name
 * @param generation its life
 * @param engine solver that ran it
 * @param base what the rebuilding starts from
 * @param end counters and digest that the rebuilt session must have
 * @param state SHA-256 of the state checkpoint that the rebuilt session must give
 */
public record ResumeDescriptor(
        SessionId session,
        Generation generation,
        String engine,
        Base base,
        SessionState.Progress end,
        Hash state) {
    public ResumeDescriptor {
        if (base.entries() > end.entries() || base.revision() > end.revision()) {
            throw new IllegalArgumentException(
                    "the base at entry %d, revision %d lies after the end at %d, %d"
                            .formatted(
                                    base.entries(),
                                    base.revision(),
                                    end.entries(),
                                    end.revision()));
        }
    }

    /**
     * What a rebuilding starts from, by name.
     *
     * @param kind what it is
     * @param entries receipts before it
     * @param revision accepted commands before it
     * @param hash SHA-256 of its encoded form
     */
    public record Base(Kind kind, long entries, long revision, Hash hash) {
        public Base {
            boolean first = kind == Kind.DEFINITION;
            if (revision < 0 || entries < revision || (first && entries != 0)) {
                throw new IllegalArgumentException(
                        "no place for a base: " + kind + ", entry " + entries);
            }
        }
    }

    /** Kinds of base. The numbers are stable. */
    public enum Kind {
        /** The definition: the journal is complete. */
        DEFINITION(0),
        /** A state checkpoint. */
        CHECKPOINT(1);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** The number in files. */
        public int number() {
            return number;
        }
    }
}
