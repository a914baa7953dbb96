package dev.terrane.core.session.model;

/** The revision a command was written against. */
public sealed interface Expected {
    /** Whatever the revision is when the command is admitted. */
    Any ANY = new Any();

    /** See {@link #ANY}. */
    record Any() implements Expected {}

    /** Exactly this revision, at least 0; otherwise the command is stale. */
    record At(long revision) implements Expected {
        public At {
            if (revision < 0) {
                throw new IllegalArgumentException("negative revision: " + revision);
            }
        }
    }
}
