package dev.terrane.world.definitions.wire;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.proto.world.v1alpha1.Point;
import dev.terrane.proto.world.v1alpha1.UpdateRoomRequest;
import dev.terrane.proto.world.v1alpha1.UpdateWorldRequest;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.RoomChange;
import dev.terrane.world.definitions.RoomState;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.WorldChange;
import java.util.Optional;

/** Worlds and rooms as messages, and back. */
final class DefinitionMessages {
    private DefinitionMessages() {}

    static dev.terrane.proto.world.v1alpha1.World of(World world) {
        ChunkSize size = world.grid().size();
        ChunkGrid.Origin origin = world.grid().origin();
        return dev.terrane.proto.world.v1alpha1.World.newBuilder()
                .setId(world.id().value())
                .setName(world.name())
                .setChunkSize(
                        dev.terrane.proto.world.v1alpha1.ChunkSize.newBuilder()
                                .setX(size.x())
                                .setY(size.y())
                                .setZ(size.z()))
                .setOrigin(point(origin.x(), origin.y(), origin.z()))
                .setRevision(world.revision())
                .setEtag(world.tag().toString())
                .setDurability(of(world.durability()))
                .build();
    }

    static dev.terrane.proto.world.v1alpha1.Durability of(Durability durability) {
        return switch (durability) {
            case COMMITTED -> dev.terrane.proto.world.v1alpha1.Durability.DURABILITY_COMMITTED;
            case WRITE_BEHIND ->
                    dev.terrane.proto.world.v1alpha1.Durability.DURABILITY_WRITE_BEHIND;
        };
    }

    /** What a message states; not stated is committed. */
    static Durability durability(
            String field, dev.terrane.proto.world.v1alpha1.Durability durability) {
        return switch (durability) {
            case DURABILITY_UNSPECIFIED, DURABILITY_COMMITTED -> Durability.COMMITTED;
            case DURABILITY_WRITE_BEHIND -> Durability.WRITE_BEHIND;
            case UNRECOGNIZED -> throw Requests.bad(field, "no durability this version knows");
        };
    }

    static World world(dev.terrane.proto.world.v1alpha1.World message) {
        ChunkGrid grid =
                new ChunkGrid(
                        message.hasChunkSize()
                                ? size("world.chunk_size", message.getChunkSize())
                                : ChunkSize.DEFAULT,
                        origin("world.origin", message.getOrigin()));
        return new World(
                Requests.world("world.id", message.getId()),
                Requests.name("world.name", message.getName()),
                grid,
                1,
                durability("world.durability", message.getDurability()));
    }

    private static ChunkSize size(String field, dev.terrane.proto.world.v1alpha1.ChunkSize size) {
        Requests.require(
                field,
                ChunkSize.fault(
                        Integer.toUnsignedLong(size.getX()),
                        Integer.toUnsignedLong(size.getY()),
                        Integer.toUnsignedLong(size.getZ())));
        return new ChunkSize(size.getX(), size.getY(), size.getZ());
    }

    private static ChunkGrid.Origin origin(String field, Point point) {
        try {
            return new ChunkGrid.Origin(point.getX(), point.getY(), point.getZ());
        } catch (IllegalArgumentException e) {
            throw Requests.bad(field, String.valueOf(e.getMessage()));
        }
    }

    static WorldChange change(UpdateWorldRequest request) {
        Optional<ChunkSize> size = Optional.empty();
        if (request.hasChunkSize()) {
            size = Optional.of(size("chunk_size", request.getChunkSize()));
        }
        Optional<ChunkGrid.Origin> origin = Optional.empty();
        if (request.hasOrigin()) {
            origin = Optional.of(origin("origin", request.getOrigin()));
        }
        return new WorldChange(name(request.hasName(), request.getName()), size, origin);
    }

    static RoomChange change(UpdateRoomRequest request) {
        var box = request.getBounds();
        return new RoomChange(
                name(request.hasName(), request.getName()),
                box.hasMin() ? Optional.of(corner(box.getMin())) : Optional.empty(),
                box.hasMax() ? Optional.of(corner(box.getMax())) : Optional.empty());
    }

    private static Optional<String> name(boolean stated, String name) {
        return stated ? Optional.of(Requests.name("name", name)) : Optional.empty();
    }

    private static RoomChange.Corner corner(Point point) {
        return new RoomChange.Corner(point.getX(), point.getY(), point.getZ());
    }

    static dev.terrane.proto.world.v1alpha1.Room of(RoomState state) {
        Room room = state.room();
        return dev.terrane.proto.world.v1alpha1.Room.newBuilder()
                .setId(room.key().room().value())
                .setWorld(room.key().world().value())
                .setName(room.name())
                .setBounds(
                        dev.terrane.proto.world.v1alpha1.Box.newBuilder()
                                .setMin(
                                        point(
                                                room.bounds().minX(),
                                                room.bounds().minY(),
                                                room.bounds().minZ()))
                                .setMax(
                                        point(
                                                room.bounds().maxX(),
                                                room.bounds().maxY(),
                                                room.bounds().maxZ())))
                .setRevision(state.revision())
                .setEtag(state.tag().toString())
                .build();
    }

    static Room room(dev.terrane.proto.world.v1alpha1.Room message) {
        RoomKey key =
                Requests.room(
                        Requests.world("room.world", message.getWorld()),
                        "room.id",
                        message.getId());
        var box = message.getBounds();
        try {
            return new Room(
                    key,
                    Requests.name("room.name", message.getName()),
                    new Box(
                            box.getMin().getX(),
                            box.getMin().getY(),
                            box.getMin().getZ(),
                            box.getMax().getX(),
                            box.getMax().getY(),
                            box.getMax().getZ()));
        } catch (IllegalArgumentException e) {
            throw Requests.bad("room.bounds", String.valueOf(e.getMessage()));
        }
    }

    private static Point point(double x, double y, double z) {
        return Point.newBuilder().setX(x).setY(y).setZ(z).build();
    }
}
