package dev.terrane.schema.registry.channels;

import dev.terrane.schema.registry.SchemaName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where channels are kept. Every call is one transaction, a move together with its record. Any
 * thread may call; calls block.
 */
public interface ChannelStore {
    /** Why and by whom a channel moves. */
    record Cause(String reason, Instant at, String subject) {}

    /** Where a channel points for a schema. */
    Optional<ChannelPointer> find(ChannelName channel, SchemaName schema);

    /** Pointers of a channel by schema (bytes), beginning after a name, or with the first. */
    List<ChannelPointer> list(ChannelName channel, @Nullable SchemaName after, int limit);

    /**
     * Points a channel to a version. Unchanged when it points there already, whatever was expected,
     * so that a retry is safe.
     *
     * @param expected refuse unless the pointer's revision is this, 0 for none
     */
    MoveResult move(
            ChannelName channel, SchemaName schema, int version, OptionalLong expected, Cause why);

    /**
     * Points a channel to where it pointed before the move that brought it here; doing it again
     * goes on backwards.
     *
     * @param expected refuse unless the pointer's revision is this
     */
    MoveResult rollback(ChannelName channel, SchemaName schema, OptionalLong expected, Cause why);

    /** Moves of a channel for a schema, newest first, those before a revision only. */
    List<ChannelMove> moves(ChannelName channel, SchemaName schema, long before, int limit);

    /** What became of a move. */
    sealed interface MoveResult {
        /** It points there now. */
        record Moved(ChannelPointer pointer, ChannelMove move) implements MoveResult {}

        /** It pointed there already. */
        record Unchanged(ChannelPointer pointer) implements MoveResult {}

        /** There is no such version. */
        record NoVersion(int version) implements MoveResult {}

        /** The version is retired. */
        record Retired(int version) implements MoveResult {}

        /** The pointer is not what the mover believed; revision 0 for none. */
        record Stale(long revision, int version) implements MoveResult {}

        /** There is nothing to go back to. */
        record NoEarlier() implements MoveResult {}
    }
}
