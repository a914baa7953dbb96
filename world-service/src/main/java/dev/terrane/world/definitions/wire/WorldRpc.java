package dev.terrane.world.definitions.wire;

import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.proto.world.v1alpha1.CreateRoomRequest;
import dev.terrane.proto.world.v1alpha1.CreateRoomResponse;
import dev.terrane.proto.world.v1alpha1.CreateWorldRequest;
import dev.terrane.proto.world.v1alpha1.CreateWorldResponse;
import dev.terrane.proto.world.v1alpha1.GetRoomRequest;
import dev.terrane.proto.world.v1alpha1.GetRoomResponse;
import dev.terrane.proto.world.v1alpha1.GetWorldRequest;
import dev.terrane.proto.world.v1alpha1.GetWorldResponse;
import dev.terrane.proto.world.v1alpha1.ListRoomsRequest;
import dev.terrane.proto.world.v1alpha1.ListRoomsResponse;
import dev.terrane.proto.world.v1alpha1.ListWorldsRequest;
import dev.terrane.proto.world.v1alpha1.ListWorldsResponse;
import dev.terrane.proto.world.v1alpha1.UpdateRoomRequest;
import dev.terrane.proto.world.v1alpha1.UpdateRoomResponse;
import dev.terrane.proto.world.v1alpha1.UpdateWorldRequest;
import dev.terrane.proto.world.v1alpha1.UpdateWorldResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.definitions.Changed;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.DefinitionTag;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.RoomState;
import dev.terrane.world.definitions.Side;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.Viewer;
import java.util.List;

/** {@code terrane.world.v1alpha1.WorldService}. */
final class WorldRpc {
    private final Definitions definitions;
    private final DefinitionCommands commands;

    WorldRpc(Definitions definitions, DefinitionCommands commands) {
        this.definitions = definitions;
        this.commands = commands;
    }

    RpcService toService() {
        return RpcService.of(WorldOuterClass.getDescriptor().findServiceByName("WorldService"))
                .unary("CreateWorld", CreateWorldRequest.getDefaultInstance(), this::createWorld)
                .unary("GetWorld", GetWorldRequest.getDefaultInstance(), this::getWorld)
                .unary("ListWorlds", ListWorldsRequest.getDefaultInstance(), this::listWorlds)
                .unary("UpdateWorld", UpdateWorldRequest.getDefaultInstance(), this::updateWorld)
                .unary("CreateRoom", CreateRoomRequest.getDefaultInstance(), this::createRoom)
                .unary("GetRoom", GetRoomRequest.getDefaultInstance(), this::getRoom)
                .unary("UpdateRoom", UpdateRoomRequest.getDefaultInstance(), this::updateRoom)
                .unary("ListRooms", ListRoomsRequest.getDefaultInstance(), this::listRooms)
                .build();
    }

    private CreateWorldResponse createWorld(CreateWorldRequest request, RpcContext context) {
        World world = commands.create(DefinitionMessages.world(request.getWorld()));
        return CreateWorldResponse.newBuilder().setWorld(DefinitionMessages.of(world)).build();
    }

    private GetWorldResponse getWorld(GetWorldRequest request, RpcContext context) {
        World world = commands.get(Requests.world("world", request.getWorld()));
        return GetWorldResponse.newBuilder().setWorld(DefinitionMessages.of(world)).build();
    }

    private ListWorldsResponse listWorlds(ListWorldsRequest request, RpcContext context) {
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<World> worlds =
                commands.listWorlds(Requests.after("page_token", request.getPageToken()), size);
        ListWorldsResponse.Builder response = ListWorldsResponse.newBuilder();
        worlds.forEach(world -> response.addWorlds(DefinitionMessages.of(world)));
        if (worlds.size() == size) {
            response.setNextPageToken(worlds.getLast().id().value());
        }
        return response.build();
    }

    private CreateRoomResponse createRoom(CreateRoomRequest request, RpcContext context) {
        RoomState room = commands.create(DefinitionMessages.room(request.getRoom()));
        return CreateRoomResponse.newBuilder().setRoom(DefinitionMessages.of(room)).build();
    }

    private GetRoomResponse getRoom(GetRoomRequest request, RpcContext context) {
        RoomState room =
                commands.getState(
                        Requests.room(
                                Requests.world("world", request.getWorld()),
                                "room",
                                request.getRoom()));
        return GetRoomResponse.newBuilder().setRoom(DefinitionMessages.of(room)).build();
    }

    private UpdateWorldResponse updateWorld(UpdateWorldRequest request, RpcContext context) {
        WorldId id = Requests.world("world", request.getWorld());
        Changed.Done<World> done =
                DefinitionRefusals.done(
                        id,
                        commands.change(
                                id,
                                DefinitionMessages.change(request),
                                expected(request.getExpectedEtag())));
        return UpdateWorldResponse.newBuilder()
                .setWorld(DefinitionMessages.of(done.value()))
                .setChanged(done.wrote())
                .build();
    }

    private UpdateRoomResponse updateRoom(UpdateRoomRequest request, RpcContext context) {
        RoomKey key =
                Requests.room(
                        Requests.world("world", request.getWorld()), "room", request.getRoom());
        Changed<RoomState> outcome =
                commands.change(
                        key,
                        DefinitionMessages.change(request),
                        expected(request.getExpectedEtag()),
                        Viewer.of(context.caller()),
                        Side::messagePointer);
        Changed.Done<RoomState> done = DefinitionRefusals.done(key, Side::messagePointer, outcome);
        return UpdateRoomResponse.newBuilder()
                .setRoom(DefinitionMessages.of(done.value()))
                .setChanged(done.wrote())
                .build();
    }

    private static DefinitionTag expected(String etag) {
        if (etag.isEmpty()) {
            throw TerraneException.of(
                            CommonError.PRECONDITION_REQUIRED,
                            "a change names the etag it was made for")
                    .field("expected_etag")
                    .toException();
        }
        return DefinitionTag.parse(etag)
                .orElseThrow(
                        () ->
                                Requests.bad(
                                        "expected_etag",
                                        "it is the etag of a world or room, as it was read"));
    }

    private ListRoomsResponse listRooms(ListRoomsRequest request, RpcContext context) {
        WorldId world = commands.get(Requests.world("world", request.getWorld())).id();
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<RoomState> rooms =
                definitions.listRooms(
                        world, Requests.after("page_token", request.getPageToken()), size);
        ListRoomsResponse.Builder response = ListRoomsResponse.newBuilder();
        rooms.forEach(room -> response.addRooms(DefinitionMessages.of(room)));
        if (rooms.size() == size) {
            response.setNextPageToken(rooms.getLast().room().key().room().value());
        }
        return response.build();
    }
}
