package dev.terrane.session.rooms.wire;

import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ChunkState;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One room whose chunks a test changes, sets aside and tells of. For all threads. */
final class FakeRoom implements RoomChunks, WorldRoomColliders.RoomEvents {
    private final TreeMap<RoomTiles.At, Chunk> chunks =
            new TreeMap<>(
                    Comparator.comparingInt(RoomTiles.At::cy).thenComparingInt(RoomTiles.At::cx));
    private final Set<RoomTiles.At> setAside = new HashSet<>();
    private @Nullable Consumer<RoomTiles.At> follower;
    private int failures;

    synchronized void put(Chunk chunk) {
        chunks.put(RoomReader.at(chunk.getKey()), chunk);
    }

    synchronized void delete(int cx, int cy) {
        chunks.remove(new RoomTiles.At(cx, cy));
    }

    /** It is there, and nobody can read it, until {@link #heal}. */
    synchronized void setAside(int cx, int cy) {
        setAside.add(new RoomTiles.At(cx, cy));
    }

    synchronized void heal(int cx, int cy) {
        setAside.remove(new RoomTiles.At(cx, cy));
    }

    /** Reading the room fails so often. */
    synchronized void fail(int times) {
        failures = times;
    }

    /** Failures that are still to come. */
    synchronized int failures() {
        return failures;
    }

    /** An event of the chunk. */
    void tell(int cx, int cy) {
        Consumer<RoomTiles.At> told;
        synchronized (this) {
            told = follower;
        }
        if (told != null) {
            told.accept(new RoomTiles.At(cx, cy));
        }
    }

    @Override
    public void requireRoom(RoomName room) {}

    @Override
    public synchronized Listed list(RoomName room, String token) {
        if (failures > 0) {
            failures--;
            throw new IllegalStateException("no world answers");
        }
        return new Listed(List.copyOf(chunks.values()), "");
    }

    @Override
    public synchronized List<Chunk> get(List<ChunkKey> keys) {
        return keys.stream()
                .map(RoomReader::at)
                .filter(at -> chunks.containsKey(at) && !setAside.contains(at))
                .map(chunks::get)
                .toList();
    }

    @Override
    public synchronized List<ChunkState> states(List<ChunkKey> keys) {
        return keys.stream().map(this::state).toList();
    }

    private ChunkState state(ChunkKey key) {
        Chunk chunk = chunks.get(RoomReader.at(key));
        ChunkState.Builder state = ChunkState.newBuilder().setKey(key);
        return chunk == null
                ? state.build()
                : state.setExists(true).setRevision(chunk.getRevision()).build();
    }

    @Override
    public synchronized Runnable follow(
            RoomName room, Consumer<RoomTiles.At> onChunk, Runnable onMissed) {
        follower = onChunk;
        return () -> {};
    }
}
