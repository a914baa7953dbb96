package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkTooLargeException;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkRules;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.definitions.Created;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Imports maps. Reading and encoding run on one thread of their own, since a map may be large and
 * its decompression native; the result is written in one transaction. May be called by any thread.
 */
@Component
public final class Imports implements AutoCloseable {
    private static final int WAITING_MAX = 4;

    private final StoreThreads threads;
    private final Definitions definitions;
    private final RoomContent content;
    private final InstantSource clock;
    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(WAITING_MAX),
                    Thread.ofPlatform().name("world-import").factory());

    /** Makes the facade over a store. */
    public Imports(
            StoreThreads threads,
            Definitions definitions,
            RoomContent content,
            InstantSource clock) {
        this.threads = threads;
        this.definitions = definitions;
        this.content = content;
        this.clock = clock;
    }

    /**
     * Imports a map. When the importer is busy and its queue full, the future fails at once with
     * RESOURCE_EXHAUSTED.
     */
    public CompletableFuture<ImportResult> submit(ImportRequest request) {
        try {
            return CompletableFuture.supplyAsync(() -> run(request), worker);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    TerraneException.of(
                                    CommonError.RESOURCE_EXHAUSTED, "too many imports are waiting")
                            .limit("importsWaitingMax", WAITING_MAX, WAITING_MAX + 1L)
                            .cause(e)
                            .toException());
        }
    }

    private ImportResult run(ImportRequest request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        ChunkGrid grid =
                definitions.find(request.room().world()).map(World::grid).orElse(ChunkGrid.DEFAULT);
        Meta meta = new Meta(now, now, 1, request.actor());
        ImportOutcome outcome =
                MapImporter.importMap(
                        request.fileName(),
                        request.map(),
                        path -> Optional.ofNullable(request.files().get(path)),
                        ImportOptions.of(request.room(), grid, meta));
        return switch (outcome) {
            case ImportOutcome.Refused refused -> new ImportResult.Refused(refused);
            case ImportOutcome.Imported imported -> write(request, grid, imported);
        };
    }

    private ImportResult write(ImportRequest request, ChunkGrid grid, ImportOutcome.Imported map) {
        List<RoomContent.Encoded> encoded = new ArrayList<>(map.chunks().size());
        for (Chunk chunk : map.chunks()) {
            try {
                encoded.add(new RoomContent.Encoded(chunk, AgpcCodec.encode(chunk)));
            } catch (ChunkTooLargeException e) {
                return new ImportResult.Misfit(
                        "chunk " + chunk.key().coord(), String.valueOf(e.getMessage()));
            }
        }
        List<ChunkChange> changes = new ArrayList<>();
        ImportResult result = threads.write(() -> writeAll(request, grid, map, encoded, changes));
        content.publish(changes);
        return result;
    }

    private ImportResult writeAll(
            ImportRequest request,
            ChunkGrid grid,
            ImportOutcome.Imported map,
            List<RoomContent.Encoded> encoded,
            List<ChunkChange> changes) {
        RoomKey room = request.room();
        RoomContent.Origin origin =
                new RoomContent.Origin(request.actor(), request.importId(), requestHash(request));
        long present = content.count(room);
        if (present > 0) {
            boolean retry =
                    !map.chunks().isEmpty()
                            && content.isWrittenBy(map.chunks().getFirst().key(), origin);
            return retry ? done(room, map) : new ImportResult.RoomNotEmpty(room, present);
        }
        Optional<ImportResult> misfit = place(room, grid, map);
        if (misfit.isPresent()) {
            return misfit.get();
        }
        changes.addAll(content.createAll(room, encoded, origin));
        return done(room, map);
    }

    private static ImportResult done(RoomKey room, ImportOutcome.Imported map) {
        int objects = map.chunks().stream().mapToInt(chunk -> chunk.objects().size()).sum();
        return new ImportResult.Done(
                room, map.chunks().size(), objects, map.bounds(), map.warnings());
    }

    /** Makes world and room where absent; what does not fit into present ones is a misfit. */
    private Optional<ImportResult> place(RoomKey key, ChunkGrid grid, ImportOutcome.Imported map) {
        Optional<World> known = definitions.find(key.world());
        World world = known.orElseGet(() -> new World(key.world(), key.world().value(), grid, 1));
        if (!world.grid().equals(grid)) {
            return Optional.of(
                    new ImportResult.Misfit(
                            "world " + key.world(), "its chunk size changed meanwhile; try again"));
        }
        Room room =
                definitions
                        .find(key)
                        .orElseGet(() -> new Room(key, key.room().value(), roomFor(map.bounds())));
        for (Chunk chunk : map.chunks()) {
            EditResult.Invalid fault = ChunkRules.fault(chunk, world, room);
            if (fault != null) {
                return Optional.of(
                        new ImportResult.Misfit(
                                "chunk " + chunk.key().coord() + fault.pointer(), fault.detail()));
            }
        }
        if (known.isEmpty()) {
            definitions.create(world);
        }
        return switch (definitions.create(room)) {
            case Created.Present<Room> _ -> Optional.empty();
            case Created.Differs<Room> _ -> Optional.empty();
            case Created.NoWorld<Room>() ->
                    throw new IllegalStateException("world " + key.world() + " was just made");
            case Created.NameTaken<Room>(String name) ->
                    Optional.of(
                            new ImportResult.Misfit(
                                    "room " + key, "another room is named '" + name + "'"));
        };
    }

    /** A map without a cell still makes a room of one cell. */
    private static Box roomFor(Box bounds) {
        return bounds.minX() < bounds.maxX()
                ? bounds
                : new Box(
                        bounds.minX(),
                        bounds.minY(),
                        bounds.minZ(),
                        bounds.minX() + 1,
                        bounds.minY() + 1,
                        bounds.maxZ());
    }

    private static Checksum requestHash(ImportRequest request) {
        MessageDigest sha = Checksum.sha256();
        sha.update(request.room().toString().getBytes(StandardCharsets.UTF_8));
        sha.update(request.map().asReadOnlyBuffer());
        new TreeMap<>(request.files())
                .forEach(
                        (path, content) -> {
                            sha.update(path.getBytes(StandardCharsets.UTF_8));
                            sha.update(content.asReadOnlyBuffer());
                        });
        return Checksum.of(sha.digest());
    }

    /** Ends the import thread; what waits is dropped, what runs comes to its end or nothing. */
    @Override
    public void close() {
        worker.shutdownNow();
    }
}
