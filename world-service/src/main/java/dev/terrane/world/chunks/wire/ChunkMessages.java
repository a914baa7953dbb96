package dev.terrane.world.chunks.wire;

import com.google.protobuf.UnsafeByteOperations;
import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.proto.world.v1alpha1.CellChange;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkAction;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.proto.world.v1alpha1.ChunkRevision;
import dev.terrane.proto.world.v1alpha1.ChunkState;
import dev.terrane.proto.world.v1alpha1.DiffChunkResponse;
import dev.terrane.proto.world.v1alpha1.GatedChunk;
import dev.terrane.proto.world.v1alpha1.ObjectChange;
import dev.terrane.proto.world.v1alpha1.ObjectChangeKind;
import dev.terrane.proto.world.v1alpha1.Point;
import dev.terrane.proto.world.v1alpha1.Severity;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkDiff;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkStates;
import dev.terrane.world.chunks.ListedChunk;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.Requests;

/** Chunks as messages, and back. */
final class ChunkMessages {
    private ChunkMessages() {}

    static dev.terrane.proto.world.v1alpha1.ChunkKey of(ChunkKey key) {
        return dev.terrane.proto.world.v1alpha1.ChunkKey.newBuilder()
                .setWorld(key.world().value())
                .setRoom(key.room().room().value())
                .setCx(key.coord().cx())
                .setCy(key.coord().cy())
                .setCz(key.coord().cz())
                .build();
    }

    static ChunkKey key(String field, dev.terrane.proto.world.v1alpha1.ChunkKey key) {
        var world = Requests.world(field + ".world", key.getWorld());
        return new ChunkKey(
                Requests.room(world, field + ".room", key.getRoom()),
                new dev.terrane.core.chunk.ChunkCoord(key.getCx(), key.getCy(), key.getCz()));
    }

    /** Without its image. */
    static Chunk of(ChunkHead head) {
        return head(head).build();
    }

    /** Without its image, and without its checksum when the reader may not see it. */
    static Chunk of(ListedChunk chunk) {
        Chunk.Builder message = head(chunk.head());
        return chunk.gated() ? message.clearChecksum().build() : message.build();
    }

    /** With its image. */
    static Chunk of(StoredChunk chunk) {
        return head(chunk.head())
                .setImage(UnsafeByteOperations.unsafeWrap(chunk.image().asReadOnlyBuffer()))
                .build();
    }

    private static Chunk.Builder head(ChunkHead head) {
        return Chunk.newBuilder()
                .setKey(of(head.key()))
                .setRevision(head.revision())
                .setChecksum(head.checksum().hex())
                .setUpdatedAtMillis(head.updatedAt().toEpochMilli());
    }

    static Box box(String field, dev.terrane.proto.world.v1alpha1.Box box) {
        try {
            return new Box(
                    box.getMin().getX(),
                    box.getMin().getY(),
                    box.getMin().getZ(),
                    box.getMax().getX(),
                    box.getMax().getY(),
                    box.getMax().getZ());
        } catch (IllegalArgumentException e) {
            throw Requests.bad(field, String.valueOf(e.getMessage()));
        }
    }

    static dev.terrane.proto.world.v1alpha1.ObjectEntry of(ObjectEntry entry) {
        return dev.terrane.proto.world.v1alpha1.ObjectEntry.newBuilder()
                .setKey(of(entry.chunk()))
                .setObjectId(entry.objectId())
                .setType(entry.type())
                .setAssetId(entry.assetId())
                .setPosition(
                        Point.newBuilder()
                                .setX(entry.position().x())
                                .setY(entry.position().y())
                                .setZ(entry.position().z()))
                .setDynamic(entry.dynamic())
                .setPropertiesJson(entry.propertiesJson())
                .build();
    }

    static dev.terrane.proto.world.v1alpha1.ContentFlags of(ContentFlags flags) {
        return dev.terrane.proto.world.v1alpha1.ContentFlags.newBuilder()
                .setViolence(severity(flags, ContentCategory.VIOLENCE))
                .setSexual(severity(flags, ContentCategory.SEXUAL))
                .setLanguage(severity(flags, ContentCategory.LANGUAGE))
                .setSubstance(severity(flags, ContentCategory.SUBSTANCE))
                .setGambling(severity(flags, ContentCategory.GAMBLING))
                .setHorror(severity(flags, ContentCategory.HORROR))
                .setHate(severity(flags, ContentCategory.HATE))
                .setCustom(severity(flags, ContentCategory.CUSTOM))
                .setMature(flags.mature())
                .addAllSources(flags.sources())
                .build();
    }

    private static Severity severity(ContentFlags flags, ContentCategory category) {
        return switch (flags.severity(category)) {
            case NONE -> Severity.SEVERITY_UNSPECIFIED;
            case MILD -> Severity.SEVERITY_MILD;
            case MODERATE -> Severity.SEVERITY_MODERATE;
            case SEVERE -> Severity.SEVERITY_SEVERE;
        };
    }

    static ChunkState of(ChunkStates.State state) {
        return switch (state) {
            case ChunkStates.State.There(ChunkHead head, ContentFlags flags) ->
                    ChunkState.newBuilder()
                            .setKey(of(head.key()))
                            .setExists(true)
                            .setRevision(head.revision())
                            .setChecksum(head.checksum().hex())
                            .setFlags(of(flags))
                            .build();
            case ChunkStates.State.Gone(ChunkHead last) ->
                    ChunkState.newBuilder()
                            .setKey(of(last.key()))
                            .setRevision(last.revision())
                            .setChecksum(last.checksum().hex())
                            .build();
            case ChunkStates.State.Unknown(ChunkKey key) ->
                    ChunkState.newBuilder().setKey(of(key)).build();
        };
    }

    static ChunkEvent of(ChunkChange change) {
        ChunkEvent.Builder event =
                ChunkEvent.newBuilder()
                        .setKey(of(change.head().key()))
                        .setRevision(change.head().revision())
                        .setChecksum(change.head().checksum().hex())
                        .setDurable(!(change.kind() instanceof ChunkChange.Kind.Pending))
                        .setAction(
                                switch (change.kind()) {
                                    case ChunkChange.Kind.Wrote(var action) -> of(action);
                                    case ChunkChange.Kind.Pending(var action) -> of(action);
                                    case ChunkChange.Kind.Durable() ->
                                            ChunkAction.CHUNK_ACTION_DURABLE;
                                    case ChunkChange.Kind.Lost() -> ChunkAction.CHUNK_ACTION_LOST;
                                    case ChunkChange.Kind.Gate() -> ChunkAction.CHUNK_ACTION_GATE;
                                });
        if (!change.flags().isNone()) {
            event.setFlags(of(change.flags()));
        }
        return event.build();
    }

    static ChunkAction of(dev.terrane.world.chunks.ChunkAction action) {
        return switch (action) {
            case CREATE -> ChunkAction.CHUNK_ACTION_CREATE;
            case UPDATE -> ChunkAction.CHUNK_ACTION_UPDATE;
            case DELETE -> ChunkAction.CHUNK_ACTION_DELETE;
            case ROLLBACK -> ChunkAction.CHUNK_ACTION_ROLLBACK;
            case MIGRATE -> ChunkAction.CHUNK_ACTION_MIGRATE;
            case REFLAG -> ChunkAction.CHUNK_ACTION_REFLAG;
        };
    }

    static ChunkRevision of(dev.terrane.world.chunks.ChunkRevision revision, boolean gated) {
        return ChunkRevision.newBuilder()
                .setChunk(of(new ListedChunk(revision.head(), gated)))
                .setActor(revision.actor())
                .setAction(of(revision.action()))
                .setHasContent(revision.hasPayload())
                .build();
    }

    static GatedChunk gated(ChunkKey key, ContentFlags flags) {
        return GatedChunk.newBuilder().setKey(of(key)).setFlags(of(flags)).build();
    }

    static DiffChunkResponse of(ChunkDiff diff) {
        DiffChunkResponse.Builder response =
                DiffChunkResponse.newBuilder()
                        .addAllLayersChanged(diff.layers())
                        .setCellsLeftOut(diff.cellsLeftOut())
                        .setFlagsChanged(diff.flags());
        for (ChunkDiff.Cell cell : diff.cells()) {
            response.addCells(
                    CellChange.newBuilder()
                            .setLayer(cell.layer())
                            .setAt(Point.newBuilder().setX(cell.x()).setY(cell.y()).setZ(cell.z()))
                            .setBefore(cell.before())
                            .setAfter(cell.after()));
        }
        for (ChunkDiff.ObjectDiff object : diff.objects()) {
            response.addObjects(
                    ObjectChange.newBuilder()
                            .setObjectId(object.id())
                            .setType(object.type())
                            .setKind(
                                    switch (object.kind()) {
                                        case ADDED -> ObjectChangeKind.OBJECT_CHANGE_KIND_ADDED;
                                        case REMOVED -> ObjectChangeKind.OBJECT_CHANGE_KIND_REMOVED;
                                        case CHANGED -> ObjectChangeKind.OBJECT_CHANGE_KIND_CHANGED;
                                    })
                            .addAllMembers(object.members()));
        }
        return response.build();
    }
}
