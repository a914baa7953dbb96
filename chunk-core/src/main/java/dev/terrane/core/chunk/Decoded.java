package dev.terrane.core.chunk;

import org.jspecify.annotations.Nullable;

/** What became of untrusted bytes or text. */
public sealed interface Decoded<T> {

    /** Well-formed and within limits. */
    record Ok<T>(T value) implements Decoded<T> {}

    /**
     * Refused; nothing was kept.
     *
     * @param location byte offset or JSON pointer of the first fault
     * @param detail what is wrong there, with the values
     * @param limit the limit hit, if the reason is {@link RejectReason#OVER_LIMIT}
     */
    record Rejected<T>(
            RejectReason reason, Location location, String detail, @Nullable LimitHit limit)
            implements Decoded<T> {}

    /** Where in the input. */
    sealed interface Location {
        /**
         * Offset from the first byte of the image; of the uncompressed body if it was compressed.
         */
        record Offset(long bytes) implements Location {
            @Override
            public String toString() {
                return "byte " + bytes;
            }
        }

        /** JSON pointer; empty is the whole document. */
        record Pointer(String pointer) implements Location {
            @Override
            public String toString() {
                return pointer.isEmpty() ? "the document" : pointer;
            }
        }

        /** 1-based line and column of JSON text that does not parse. */
        record Text(int line, int column) implements Location {
            @Override
            public String toString() {
                return "line " + line + ", column " + column;
            }
        }
    }

    /** A limit and the value that exceeded it. */
    record LimitHit(String name, long limit, long actual) {}

    /** The value, or a programmer's error: for input known to be good, such as our own. */
    default T get() {
        return switch (this) {
            case Ok<T>(T value) -> value;
            case Rejected<T> rejected ->
                    throw new IllegalStateException(
                            rejected.reason()
                                    + " at "
                                    + rejected.location()
                                    + ": "
                                    + rejected.detail());
        };
    }
}
