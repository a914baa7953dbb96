package dev.terrane.core.session.model;

/**
 * Identity of a command within a generation. Clients choose theirs; the host's own are a source and
 * a sequence, written {@code ~source:sequence}, and are known by one watermark per source.
 */
public sealed interface CommandId {
    /** First character of the host's ids; refused from outside. */
    char HOST_PREFIX = '~';

    /** Longest id in characters. */
    int LENGTH_MAX = 128;

    /** The id as text. */
    String text();

    /**
     * A client's id.
     *
     * @param text 1..128 printable ASCII characters without space, not starting with {@code ~}
     */
    record Client(String text) implements CommandId {
        public Client {
            if (!isValid(text)) {
                throw new IllegalArgumentException("not a client's command id: '" + text + "'");
            }
        }

        /** Whether the text may be a client's id. */
        public static boolean isValid(String text) {
            if (text.isEmpty() || text.length() > LENGTH_MAX || text.charAt(0) == HOST_PREFIX) {
                return false;
            }
            return text.chars().allMatch(c -> c > ' ' && c <= '~');
        }
    }

    /**
     * An id of the host's own.
     *
     * @param source lower-case name of the writer, 1..32 characters
     * @param sequence above 0, ascending per source
     */
    record Host(String source, long sequence) implements CommandId {
        public Host {
            if (!source.matches("[a-z][a-z0-9-]{0,31}") || sequence < 1) {
                throw new IllegalArgumentException("not a host id: " + source + ":" + sequence);
            }
        }

        @Override
        public String text() {
            return HOST_PREFIX + source + ":" + sequence;
        }
    }
}
