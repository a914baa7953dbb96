package dev.terrane.world.imports;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.web.Problem;
import dev.terrane.world.chunks.EditResult;
import java.util.Map;
import java.util.TreeMap;

/** Why an import ends without an effect, worded as a refused call is. */
final class ImportProblems {
    private ImportProblems() {}

    /** Unwinds a step whose job is to fail with this refusal; never leaves this package. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient TerraneException refusal;

        RefusedException(TerraneException refusal) {
            super(refusal.getMessage(), refusal, false, false);
            this.refusal = refusal;
        }

        TerraneException refusal() {
            return refusal;
        }
    }

    private static RefusedException refusal(TerraneException.Builder builder) {
        return new RefusedException(builder.toException());
    }

    /** A problem document's members. */
    static Map<String, Object> of(TerraneException refusal) {
        Map<String, Object> members = new TreeMap<>(Problem.of(refusal, "").members());
        members.remove("instance");
        return members;
    }

    static RefusedException refused(ImportOutcome.Refused refusal) {
        TerraneException.Builder builder =
                TerraneException.of(
                        switch (refusal.reason()) {
                            case OVER_LIMIT -> CommonError.PAYLOAD_TOO_LARGE;
                            case MISSING_FILE -> WorldError.MAP_FILE_MISSING;
                            default -> WorldError.MAP_INVALID;
                        },
                        refusal.text());
        at(builder, refusal.place()).extra("reason", refusal.reason().name());
        if (refusal.limit() != null) {
            builder.limit(
                    refusal.limit().name(), refusal.limit().limit(), refusal.limit().actual());
        }
        return refusal(builder);
    }

    private static TerraneException.Builder at(TerraneException.Builder builder, Place place) {
        builder.field(place.file());
        if (!place.element().isEmpty()) {
            builder.extra("element", place.element());
        }
        if (place.line() > 0) {
            builder.position(place.line(), place.column());
        }
        if (place.offset() >= 0) {
            builder.byteOffset(place.offset());
        }
        return builder;
    }

    /** What would be made of the map does not fit the world or the room, and where. */
    static RefusedException misfit(Place place, String detail) {
        return refusal(
                at(TerraneException.of(WorldError.MAP_INVALID, place + ": " + detail), place)
                        .extra("reason", "MISFIT"));
    }

    /** The room a job writes into. */
    static Place room(ImportJob job) {
        return new Place(job.order().source().fileName(), 0, 0, "room " + job.room());
    }

    /** Its world. */
    static Place world(ImportJob job) {
        return new Place(job.order().source().fileName(), 0, 0, "world " + job.room().world());
    }

    /** A chunk that a job makes. */
    static Place chunk(ImportJob job, ChunkCoord coord) {
        return new Place(job.order().source().fileName(), 0, 0, "chunk " + coord);
    }

    static RefusedException gated(ChunkKey key) {
        return refusal(
                TerraneException.of(
                                WorldError.CHUNK_GATED,
                                "chunk " + key + " is flagged for more than who imports may see")
                        .extra("chunk", key.toString()));
    }

    static RefusedException corrupt(ChunkKey key, String detail) {
        return refusal(
                TerraneException.of(WorldError.CHUNK_CORRUPT, "chunk " + key + ": " + detail)
                        .extra("chunk", key.toString()));
    }

    static RefusedException newer(ChunkKey key, int version) {
        return refusal(
                TerraneException.of(
                                WorldError.CHUNK_FORMAT_NEWER,
                                "chunk " + key + " is of format version " + version)
                        .extra("chunk", key.toString()));
    }

    static RefusedException unavailable(ChunkKey key, long revision, String why) {
        return refusal(
                TerraneException.of(
                                WorldError.REVISION_UNAVAILABLE,
                                "revision " + revision + " of chunk " + key + ": " + why)
                        .extra("chunk", key.toString()));
    }

    /** What an edit of the commit was refused for; not for what is applied or stale. */
    static RefusedException refused(ImportJob job, ChunkKey key, EditResult result) {
        return switch (result) {
            case EditResult.Gated _ -> gated(key);
            case EditResult.Newer(int version) -> newer(key, version);
            case EditResult.Corrupt(String detail) -> corrupt(key, detail);
            case EditResult.Invalid(String pointer, String detail) ->
                    misfit(chunk(job, key.coord()).within(pointer), detail);
            case EditResult.NoRoom() -> misfit(room(job), "it is not there any more");
            case EditResult.Applied _,
                    EditResult.Stale _,
                    EditResult.IdMismatch _,
                    EditResult.NotInHistory _,
                    EditResult.Refused _ ->
                    throw new IllegalStateException("an import's edit: " + result);
        };
    }

    /** The room is edited faster than it is compared. */
    static TerraneException overtaken(RoomKey room) {
        return TerraneException.of(
                        WorldError.STALE_REVISION,
                        "room " + room + " was edited after every plan; resume when it is quieter")
                .extra("room", room.toString())
                .toException();
    }

    /** More is staged than may be. */
    static RefusedException tooMuchStaged(ImportProperties properties, long bytes) {
        return refusal(
                TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "imports hold too much staged content")
                        .limit(
                                ImportProperties.STAGED_LIMIT,
                                properties.stagedBytesMax().toBytes(),
                                bytes));
    }
}
