package dev.terrane.core.session.model;

import java.util.Optional;

/**
 * Identity of a command within a generation. Clients choose theirs; the host's own are a source and
 * a sequence, written {@code ~source:sequence}, and are known by one watermark per source.
 */
public sealed interface CommandId {
    /** First character of the host's ids; refused from outside. */
    char HOST_PREFIX = '~';

    /** Longest id in characters. */
    int LENGTH_MAX = 128;

    /** Longest name of a source of the host's own. */
    int SOURCE_LENGTH_MAX = 32;

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
            if (!isSource(source) || sequence < 1) {
                throw new IllegalArgumentException("not a host id: " + source + ":" + sequence);
            }
        }

        // Made at every step of every clock: a pattern would be compiled each time.
        private static boolean isSource(String text) {
            if (text.isEmpty() || text.length() > SOURCE_LENGTH_MAX) {
                return false;
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean letter = c >= 'a' && c <= 'z';
                if (!letter && (i == 0 || (c != '-' && (c < '0' || c > '9')))) {
                    return false;
                }
            }
            return true;
        }

        /** The id in this text, {@code ~source:sequence} as {@link #text} writes it. */
        public static Optional<Host> find(String text) {
            int colon = text.indexOf(':');
            if (colon < 1 || text.charAt(0) != HOST_PREFIX || colon + 1 == text.length()) {
                return Optional.empty();
            }
            String number = text.substring(colon + 1);
            boolean plain = number.charAt(0) != '0' && number.chars().allMatch(Host::isDigit);
            if (!plain || !isSource(text.substring(1, colon))) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Host(text.substring(1, colon), Long.parseLong(number)));
            } catch (NumberFormatException tooLarge) {
                return Optional.empty();
            }
        }

        private static boolean isDigit(int c) {
            return c >= '0' && c <= '9';
        }

        @Override
        public String text() {
            return HOST_PREFIX + source + ":" + sequence;
        }
    }
}
