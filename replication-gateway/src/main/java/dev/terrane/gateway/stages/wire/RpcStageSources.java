package dev.terrane.gateway.stages.wire;

import dev.terrane.core.entity.SchemaCatalog;
import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import dev.terrane.gateway.live.StageFacts.Corner;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.live.StageSchema;
import dev.terrane.gateway.live.StageSchema.ClassMasks;
import dev.terrane.gateway.stages.StageSources;
import dev.terrane.proto.schema.v1alpha1.GetSchemaRequest;
import dev.terrane.proto.schema.v1alpha1.GetSchemaResponse;
import dev.terrane.proto.schema.v1alpha1.SchemaVersion;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionState;
import dev.terrane.proto.world.v1alpha1.GetRoomRequest;
import dev.terrane.proto.world.v1alpha1.GetRoomResponse;
import dev.terrane.proto.world.v1alpha1.GetWorldRequest;
import dev.terrane.proto.world.v1alpha1.GetWorldResponse;
import dev.terrane.proto.world.v1alpha1.ListObjectsRequest;
import dev.terrane.proto.world.v1alpha1.ListObjectsResponse;
import dev.terrane.proto.world.v1alpha1.Point;
import dev.terrane.proto.world.v1alpha1.Room;
import dev.terrane.proto.world.v1alpha1.World;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what a stage stands on by RPC. */
public final class RpcStageSources implements StageSources {
    private static final int OBJECTS_MAX = 1000;

    private final Calls schemas;
    private final Calls worlds;
    private final Calls chunks;
    private final Calls sessions;

    RpcStageSources(Calls schemas, Calls worlds, Calls chunks, Calls sessions) {
        this.schemas = schemas;
        this.worlds = worlds;
        this.chunks = chunks;
        this.sessions = sessions;
    }

    @Override
    public StageSchema getSchema(String schemaId) {
        SchemaVersion version =
                schemas.call(
                                "GetSchema",
                                GetSchemaRequest.newBuilder().setSchemaId(schemaId).build(),
                                GetSchemaResponse.getDefaultInstance())
                        .getSchema();
        return switch (SchemaReader.read(version.getDocument().toByteArray())) {
            case SchemaResult.Ok(SchemaDocument document) ->
                    new StageSchema(
                            version.getName() + "@" + version.getVersion(),
                            version.getWireHash(),
                            SchemaCatalog.of(document),
                            masks(document));
            case SchemaResult.Rejected(var problems) ->
                    throw TerraneException.of(
                                    CommonError.INTERNAL,
                                    "schema " + schemaId + " does not read: " + problems.getFirst())
                            .toException();
        };
    }

    private static Map<String, ClassMasks> masks(SchemaDocument document) {
        Map<String, ClassMasks> masks = new HashMap<>();
        for (ClassDefinition definition : document.classes()) {
            Set<Long> view = new HashSet<>();
            Set<Long> self = new HashSet<>();
            for (Member member : definition.members()) {
                // Containers do not replicate yet, whatever their mask says.
                if (member.kind() != Member.Kind.CONTAINER) {
                    if (member.mask().has(MaskName.SYNC_VIEW)) {
                        view.add(member.index());
                    }
                    if (member.mask().has(MaskName.SYNC_SELF)) {
                        self.add(member.index());
                    }
                }
            }
            masks.put(definition.name(), new ClassMasks(view, self));
        }
        return masks;
    }

    @Override
    public RoomFacts getRoom(String worldId, String roomId) {
        World world =
                worlds.call(
                                "GetWorld",
                                GetWorldRequest.newBuilder().setWorld(worldId).build(),
                                GetWorldResponse.getDefaultInstance())
                        .getWorld();
        Room room =
                worlds.call(
                                "GetRoom",
                                GetRoomRequest.newBuilder()
                                        .setWorld(worldId)
                                        .setRoom(roomId)
                                        .build(),
                                GetRoomResponse.getDefaultInstance())
                        .getRoom();
        return new RoomFacts(
                worldId,
                roomId,
                world.getChunkSize().getX(),
                world.getChunkSize().getY(),
                world.getChunkSize().getZ(),
                world.getOrigin().getX(),
                world.getOrigin().getY(),
                corner(room.getBounds().getMin()),
                corner(room.getBounds().getMax()));
    }

    private static Corner corner(Point point) {
        return new Corner(point.getX(), point.getY(), point.getZ());
    }

    @Override
    public List<Place> listObjects(RoomFacts room, String type) {
        return chunks
                .call(
                        "ListObjects",
                        ListObjectsRequest.newBuilder()
                                .setWorld(room.world())
                                .setRoom(room.room())
                                .setType(type)
                                .setPageSize(OBJECTS_MAX)
                                .build(),
                        ListObjectsResponse.getDefaultInstance())
                .getObjectsList()
                .stream()
                .map(object -> new Place(object.getPosition().getX(), object.getPosition().getY()))
                .toList();
    }

    @Override
    public Optional<Place> findFreeCell(RoomFacts room) {
        return new FreeCells(room, chunks).find();
    }

    @Override
    public SessionFacts getSession(String name) {
        Session session = SessionLife.get(sessions, name);
        if (session.getState() == SessionState.SESSION_STATE_DISPOSED) {
            throw SessionLife.disposed(name);
        }
        return new SessionFacts(
                name,
                session.getGeneration(),
                session.getFirstGeneration(),
                session.getWorld(),
                session.getRoom(),
                session.getBodyCount());
    }
}
