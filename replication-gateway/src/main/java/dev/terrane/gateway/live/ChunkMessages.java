package dev.terrane.gateway.live;

import dev.terrane.rpc.error.TerraneException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said about chunks, without the wire. */
public final class ChunkMessages {
    private ChunkMessages() {}

    /**
     * Where a chunk lies in the stage's room.
     *
     * @param cx chunk coordinate, x
     * @param cy chunk coordinate, y
     * @param cz chunk coordinate, z
     */
    public record ChunkAt(int cx, int cy, int cz) {}

    /**
     * Revision and checksum of a chunk.
     *
     * @param revision 1 or more; 0 when unknown
     * @param checksum lower-case hex; empty when unknown
     */
    public record Version(long revision, String checksum) {
        /** Nothing is known. */
        public static final Version UNKNOWN = new Version(0, "");
    }

    /**
     * What a chunk is flagged for.
     *
     * @param severities category to severity, 0..3; what is left out is 0
     * @param mature whether it is mature
     */
    public record Gate(Map<String, Integer> severities, boolean mature) {
        /** Everybody may see it. */
        public static final Gate OPEN = new Gate(Map.of(), false);

        public Gate {
            severities = Map.copyOf(severities);
        }
    }

    /**
     * What a chunk is now.
     *
     * @param at which
     * @param exists whether there is one
     * @param version of a deleted one the revision of its deletion, with or without the last
     *     checksum; unknown when nothing is known of it
     * @param gate what it is flagged for
     */
    public record State(ChunkAt at, boolean exists, Version version, Gate gate) {}

    /** What has become of an edit that was answered as not durable. */
    public enum Settled {
        /** It is on disk. */
        DURABLE,
        /** It is in memory still. */
        PENDING,
        /** It is nowhere. */
        LOST
    }

    /**
     * A chunk as served.
     *
     * @param version revision and checksum
     * @param image AGPC image
     */
    public record Served(Version version, EncodedBody image) {}

    /**
     * A patch to a chunk.
     *
     * @param at which
     * @param base what it was made for
     * @param patch RFC 6902, UTF-8 JSON
     * @param editId makes a retry return the first result
     */
    public record Edit(ChunkAt at, Version base, EncodedBody patch, String editId) {}

    /**
     * What became of an edit.
     *
     * @param version after it; the current one when refused for its base
     * @param durable whether it is on disk
     * @param error why it was refused
     */
    public record Edited(Version version, boolean durable, @Nullable TerraneException error) {
        /** Done. */
        public static Edited done(Version version, boolean durable) {
            return new Edited(version, durable, null);
        }

        /** Not done; with the current version when it was refused for its base. */
        public static Edited refused(Version current, TerraneException error) {
            return new Edited(current, false, error);
        }
    }

    /**
     * Moderation flags, in the order of the contract's categories.
     *
     * @param severities eight categories, each 0..3
     * @param mature whether any item is mature
     * @param revision they belong to
     */
    public record Flags(EncodedBody severities, boolean mature, long revision) {}
}
