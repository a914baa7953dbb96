package dev.terrane.world.definitions.wire;

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
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
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
                .unary("CreateRoom", CreateRoomRequest.getDefaultInstance(), this::createRoom)
                .unary("GetRoom", GetRoomRequest.getDefaultInstance(), this::getRoom)
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
        Room room = commands.create(DefinitionMessages.room(request.getRoom()));
        return CreateRoomResponse.newBuilder().setRoom(DefinitionMessages.of(room)).build();
    }

    private GetRoomResponse getRoom(GetRoomRequest request, RpcContext context) {
        Room room =
                commands.get(
                        Requests.room(
                                Requests.world("world", request.getWorld()),
                                "room",
                                request.getRoom()));
        return GetRoomResponse.newBuilder().setRoom(DefinitionMessages.of(room)).build();
    }

    private ListRoomsResponse listRooms(ListRoomsRequest request, RpcContext context) {
        WorldId world = commands.get(Requests.world("world", request.getWorld())).id();
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<Room> rooms =
                definitions.listRooms(
                        world, Requests.after("page_token", request.getPageToken()), size);
        ListRoomsResponse.Builder response = ListRoomsResponse.newBuilder();
        rooms.forEach(room -> response.addRooms(DefinitionMessages.of(room)));
        if (rooms.size() == size) {
            response.setNextPageToken(rooms.getLast().key().room().value());
        }
        return response.build();
    }
}
