package dev.terrane.core.session.model;

/**
 * A session's whole life so far: what it was made from, every command, and the state all of it must
 * give. The proof of a session's state, at the price of its history; it can be made while the
 * journal from the generation's start is kept.
 *
 * @param definition what the session was made from
 * @param journal every record since
 * @param end verifies the replay and never replaces it
 */
public record ReplayCheckpoint(
        SessionDefinition definition, JournalChunk journal, SessionState end) {
    public ReplayCheckpoint {
        SessionState.Origin origin = end.origin();
        boolean one =
                journal.session().equals(definition.id())
                        && origin.id().equals(definition.id())
                        && journal.generation().equals(definition.generation())
                        && origin.generation().equals(definition.generation())
                        && journal.engine().equals(origin.engine());
        boolean whole =
                journal.firstEntry() == 0
                        && journal.entryCount() == end.progress().entries()
                        && journal.commandCount() == end.progress().revision();
        if (!one || !whole) {
            throw new IllegalArgumentException(
                    one ? "the journal is not complete" : "parts of different sessions");
        }
    }
}
