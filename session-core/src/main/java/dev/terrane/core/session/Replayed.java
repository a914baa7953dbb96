package dev.terrane.core.session;

/** Result of replaying a journal chunk. */
public sealed interface Replayed {
    /** Every command gave what it gave before. */
    record Ok() implements Replayed {}

    /** The chunk does not continue this session or its commands gave something else. */
    record Diverged(String reason) implements Replayed {}
}
