package dev.terrane.core.session.format;

/** Result of decoding bytes nobody vouches for. */
public sealed interface Decoded<T> {
    /** The value. */
    record Ok<T>(T value) implements Decoded<T> {}

    /**
     * Nothing usable.
     *
     * @param reason what is wrong
     * @param location byte offset and detail
     */
    record Rejected<T>(Reason reason, String location) implements Decoded<T> {}

    /** Why bytes were rejected. The numbers are stable. */
    enum Reason {
        /** Not the form, or cut short, or with something after it. */
        MALFORMED(1),
        /** Well formed as far as read, but larger than a limit. */
        OVER_LIMIT(2),
        /** The checksum is not that of the bytes. */
        CHECKSUM(3),
        /** A version this build does not read. */
        VERSION(4);

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
