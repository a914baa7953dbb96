package dev.terrane.core.session.physics;

/**
 * Stable name of a body within its session: 1 to 128 printable ASCII characters without space.
 * Ordered by character value, which is also the order of solving and of publication.
 */
public record BodyId(String value) implements Comparable<BodyId> {
    /** Longest allowed name. */
    public static final int LENGTH_MAX = 128;

    public BodyId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a body id: '" + value + "'");
        }
    }

    /** Whether the text may be a body id. */
    public static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(BodyId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
