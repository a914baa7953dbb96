package dev.terrane.core.session.model;

/** Name of a session: 1 to 64 characters of {@code A-Z a-z 0-9 _ -}. */
public record SessionId(String value) implements Comparable<SessionId> {
    public SessionId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a session id: '" + value + "'");
        }
    }

    /** Whether the text may be a session id. */
    public static boolean isValid(String text) {
        return text.matches("[A-Za-z0-9_-]{1,64}");
    }

    @Override
    public int compareTo(SessionId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
