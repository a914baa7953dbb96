package dev.terrane.world.files;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.StoreHistory;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.store.StoreTraces;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.backups.BackupRestore;
import dev.terrane.world.backups.RestoredFlags;
import dev.terrane.world.backups.WorldFolders;
import dev.terrane.world.chunks.ChunkNews;
import dev.terrane.world.definitions.Created;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.OtherWorlds;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.World;
import dev.terrane.world.files.store.SharedHistory;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.moderation.FlagSpread;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.ReflagJob;
import dev.terrane.world.moderation.Spreads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Worlds that have an SQLite file of their own, beside those in the shared database. Each file has
 * its writer, its readers and its copy of the assets' flags, so no world waits for another's disk,
 * and a damaged file is its own world's matter. On PostgreSQL there are none. Any thread but the
 * store's.
 */
@Component
@ServiceWide
public final class WorldFiles implements OtherWorlds, FlagSpread, SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(WorldFiles.class);
    private static final Duration RESTORE_WAIT = Duration.ofSeconds(30);
    private static final Duration LATER = Duration.ofSeconds(10);
    private static final Duration ROUND_FIRST = Duration.ofMillis(500);
    private static final Duration ROUND_LAST = Duration.ofMinutes(10);

    private final ConfigurableApplicationContext service;
    private final StoreThreads shared;
    private final Definitions definitions;
    private final AssetFlags flags;
    private final ChunkNews news;
    private final FilesProperties properties;
    private final InstantSource clock;
    private final ReentrantReadWriteLock flagsLock = new ReentrantReadWriteLock();
    private final OpenFiles files;
    private final FlagRounds rounds;
    private final FlagAdoption adoption;
    private final AtomicBoolean roundIsDue = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor upkeep =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("world-files-upkeep").factory());
    private @Nullable WorldFolders folders;
    private Map<String, Class<?>> parts = Map.of();

    /** What the shared database has run, as this version wants it. */
    private StoreHistory upToDate = StoreHistory.UNKNOWN;

    private volatile boolean running;

    /** Of the upkeep's thread. */
    private @Nullable ScheduledFuture<?> nextRound;

    /** Whether flags are on their way to files that did not follow in the last round. */
    private volatile boolean awaitsFiles;

    WorldFiles(
            ConfigurableApplicationContext service,
            StoreThreads shared,
            Definitions definitions,
            AssetFlags flags,
            ChunkNews news,
            Spreads spreads,
            FilesProperties properties,
            InstantSource clock) {
        this.service = service;
        this.shared = shared;
        this.definitions = definitions;
        this.flags = flags;
        this.news = news;
        this.properties = properties;
        this.clock = clock;
        this.files = new OpenFiles(properties, flagsLock.readLock(), this::open, this::beforeIdle);
        this.rounds = new FlagRounds(shared, spreads, flags, files, clock);
        this.adoption =
                new FlagAdoption(
                        flags,
                        () -> service.getBean(Moderation.class),
                        rounds,
                        clock,
                        this::raised);
    }

    /** Before the service can be reached: learns which worlds have a file. */
    @Override
    public void start() {
        Optional<Path> database = shared.file();
        running = true;
        if (database.isEmpty()) {
            if (properties.own()) {
                throw new IllegalStateException(
                        "world.files.own is for SQLite: PostgreSQL is one database");
            }
        } else {
            flags.begin();
            parts = WorldFileContext.partsOf(service);
            upToDate = service.getBean(SharedHistory.class).get();
            WorldFolders found = new WorldFolders(database.get());
            found.list().forEach(id -> know(id, found));
            found.listLost().stream()
                    .filter(id -> definitions.findAny(id).isEmpty())
                    .forEach(id -> files.know(id, found.file(id), false));
            found.listUnused()
                    .forEach(
                            folder ->
                                    LOG.warn(
                                            "{} is not used: no world's folder has this name; a"
                                                    + " world's is its id, with = before each"
                                                    + " capital",
                                            folder));
            folders = found;
            long period = Math.max(1_000, properties.idleClose().toMillis() / 4);
            List<WorldSlot> all = new ArrayList<>();
            files.after("").forEach(all::add);
            if (!all.isEmpty()) {
                upkeep.execute(() -> openOnce(all));
                roundNow();
            }
            ScheduledFuture<?> _ =
                    upkeep.scheduleWithFixedDelay(
                            this::closeIdle, period, period, TimeUnit.MILLISECONDS);
        }
    }

    private void know(WorldId id, WorldFolders found) {
        if (definitions.findAny(id).isPresent()) {
            LOG.error(
                    "{} is not used: the shared database holds world '{}' too; remove the one or the"
                            + " other",
                    found.file(id),
                    id);
        } else {
            files.know(id, found.file(id), false);
        }
    }

    /**
     * Recovers each file after a crash, and goes on with jobs, without waiting for its first use.
     */
    private void openOnce(List<WorldSlot> slots) {
        List<WorldSlot> later = new ArrayList<>();
        int failed = 0;
        for (WorldSlot slot : slots) {
            try (Lease _ = files.lease(slot)) {
                LOG.debug("world {} is well", slot.id);
            } catch (TerraneException e) {
                if (e.code() == CommonError.RESOURCE_EXHAUSTED) {
                    later.add(slot);
                } else {
                    failed++; // told where it failed
                }
            }
            if (!running) {
                return;
            }
        }
        LOG.info(
                "of {} worlds in files of their own {} cannot be used and {} are opened later",
                slots.size(),
                failed,
                later.size());
        if (!later.isEmpty()) {
            ScheduledFuture<?> _ =
                    upkeep.schedule(() -> openOnce(later), LATER.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void closeIdle() {
        try {
            files.closeIdle(properties.idleClose());
        } catch (RuntimeException e) {
            LOG.warn("idle files are closed later", e);
        }
    }

    /** A round as soon as the upkeep's thread is free. */
    private void roundNow() {
        if (running && roundIsDue.compareAndSet(false, true)) {
            upkeep.execute(() -> round(ROUND_FIRST));
        }
    }

    private void round(Duration delay) {
        roundIsDue.set(false);
        FlagRounds.Outcome outcome = FlagRounds.Outcome.WAITING;
        try {
            outcome = rounds.round(() -> running);
        } catch (RuntimeException e) {
            LOG.warn("flags are brought to closed files later", e);
        }
        awaitsFiles = outcome != FlagRounds.Outcome.DONE;
        if (awaitsFiles && running) {
            Duration next =
                    outcome == FlagRounds.Outcome.MOVING
                            ? ROUND_FIRST
                            : Collections.min(List.of(delay.multipliedBy(2), ROUND_LAST));
            ScheduledFuture<?> planned = nextRound;
            if (planned != null) {
                planned.cancel(false);
            }
            nextRound = upkeep.schedule(() -> round(next), next.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** After the service can no longer be reached, before what files share with it goes. */
    @Override
    public void stop() {
        running = false;
        upkeep.shutdownNow();
        files.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Behind everything that takes requests. */
    @Override
    public int getPhase() {
        return 0;
    }

    /** On a thread of {@link OpenFiles}, while the flags stay as they are. */
    private OpenWorld open(WorldSlot slot) {
        FileSight.requireSeen(slot.file);
        if (!slot.isNew && StoreTraces.isGone(slot.file)) {
            throw StoreTraces.missing(
                    slot.file, StoreTraces.of(slot.file), "restore a backup of it");
        }
        OpenWorld world =
                new OpenWorld.Opener(service, parts, shared.properties(), upToDate)
                        .open(slot.id, slot.file);
        try {
            adoption.adopt(slot, world);
            world.begin();
            if (awaitsFiles) {
                roundNow();
            }
            return world;
        } catch (RuntimeException | Error e) {
            world.close();
            throw e;
        }
    }

    private void beforeIdle(WorldSlot slot, OpenWorld world) {
        rounds.closing(slot, world);
    }

    /** Keeps the file of a world open; empty when it has none. */
    public Optional<Lease> find(WorldId id) {
        return files.find(id).map(files::lease);
    }

    /** As {@link #find}; a world that is not there yet gets a file if it is to have one. */
    public Optional<Lease> findOrMake(WorldId id) {
        WorldFolders known = folders;
        if (!properties.own()
                || known == null
                || files.find(id).isPresent()
                || definitions.findAny(id).isPresent()) {
            return find(id);
        }
        return Optional.of(files.lease(files.know(id, known.file(id), true)));
    }

    /** Whether no world has a file, and none gets one. */
    public boolean isUnused() {
        return !properties.own() && files.isEmpty();
    }

    /** Worlds that have a file, in the order of their ids. */
    public List<WorldId> worlds() {
        List<WorldId> worlds = new ArrayList<>();
        files.after("").forEach(slot -> worlds.add(slot.id));
        return worlds;
    }

    /** Numbers of files: known, open, and not to be opened. */
    OpenFiles.Counts counts() {
        return files.counts();
    }

    @Override
    public List<World> list(String after, int limit) {
        List<World> worlds = new ArrayList<>();
        for (WorldSlot slot : files.after(after)) {
            if (worlds.size() == limit) {
                break;
            }
            definition(slot).ifPresent(worlds::add);
        }
        return worlds;
    }

    /** Of an open world as it is, of a closed one as it was; one that cannot be read has none. */
    private Optional<World> definition(WorldSlot slot) {
        Optional<Lease> open = files.leaseIfOpen(slot);
        if (open.isEmpty() && slot.lastKnown.isPresent()) {
            return slot.lastKnown;
        }
        try (Lease lease = open.orElseGet(() -> files.lease(slot))) {
            return lease.world().lastKnown(slot.id);
        } catch (TerraneException e) {
            if (e.code() == CommonError.RESOURCE_EXHAUSTED) {
                throw e;
            }
            LOG.warn("world {} is left out of a list: {}", slot.id, e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public Optional<Created<World>> create(World world) {
        Optional<Lease> place = findOrMake(world.id());
        if (place.isEmpty()) {
            return Optional.empty();
        }
        try (Lease lease = place.get()) {
            return Optional.of(lease.world().part(Definitions.class).create(world));
        }
    }

    /**
     * Puts a backup in the place of a world's file, while other worlds go on.
     *
     * @param backup its name
     * @param digest what its digest must be; empty for whatever it is
     * @throws TerraneException BACKUP_INVALID when it does not verify or is not this world's,
     *     NOT_FOUND when there is no such world; nothing was changed then
     */
    public BackupRestore.Restored restore(
            WorldId id, String backup, String digest, boolean keepDamaged) {
        WorldSlot slot = files.find(id).orElseThrow(() -> hasNoFile(id));
        BackupRestore.Order order =
                new BackupRestore.Order(
                        slot.file.resolveSibling("backups").resolve(backup + ".db"),
                        slot.file,
                        digest,
                        keepDamaged,
                        Optional.of(id),
                        RestoredFlags.Rule.STRICTER);
        BackupRestore.Restored restored =
                files.whileClosed(
                        slot,
                        RESTORE_WAIT,
                        () ->
                                new BackupRestore(
                                                clock,
                                                shared.file().map(file -> file.resolveSibling("")))
                                        .restoreOwn(flags.copyNow(), order));
        rounds.forget(id);
        try (Lease _ = files.lease(slot)) {
            // Whoever follows the world's chunks reads them anew.
            news.publishWidely();
        }
        return restored;
    }

    private TerraneException hasNoFile(WorldId id) {
        return definitions.find(id).isEmpty()
                ? Requests.notFound("world", id)
                : TerraneException.of(
                                CommonError.INVALID_ARGUMENT,
                                "world '%s' has no file of its own; what is shared is restored as a"
                                                .formatted(id)
                                        + " whole, by `terrane world restore`")
                        .field("world")
                        .toException();
    }

    @Override
    public void changed(String assetId, String jobId) {
        bringToOpen(List.of(assetId), jobId);
        roundNow();
    }

    /** Flags that were raised while a file is opened, and that the open ones do not have yet. */
    private void raised(List<AssetFlag> all, String jobId) {
        if (running) {
            upkeep.execute(() -> bringToOpen(all.stream().map(AssetFlag::assetId).toList(), jobId));
        }
    }

    private void bringToOpen(List<String> assets, String jobId) {
        flagsLock.writeLock().lock();
        try {
            List<AssetFlag> said = adoption.listSaid(assets);
            for (WorldSlot slot : files.after("")) {
                files.leaseIfOpen(slot).ifPresent(lease -> adopt(slot, lease, said, jobId));
            }
        } finally {
            flagsLock.writeLock().unlock();
        }
    }

    private void adopt(WorldSlot slot, Lease lease, List<AssetFlag> said, String jobId) {
        try (lease) {
            lease.world().part(Moderation.class).adopt(said, jobId);
        } catch (RuntimeException e) {
            // It must not be served with flags that do not hold any more.
            files.shut(slot, lease.world(), e);
        }
    }

    @Override
    public void record(ReflagJob job) {
        rounds.record(job);
    }

    @Override
    public ReflagJob whole(ReflagJob own) {
        return rounds.whole(own);
    }
}
