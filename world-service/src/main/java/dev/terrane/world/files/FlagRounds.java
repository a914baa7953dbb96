package dev.terrane.world.files;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.ReflagJob;
import dev.terrane.world.moderation.Spread;
import dev.terrane.world.moderation.Spreads;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Changes of flags on their way to files that were closed when they were made. A round opens each
 * file that has not followed yet - which takes the flags over, see {@link WorldFiles} - and looks
 * whether its chunks are rewritten. That a change is on its way is in the shared database, and how
 * far a file is in the file, so a kill forgets nothing: rounds go on after the next start. Rounds
 * are for one thread, the rest for any but the store's.
 */
final class FlagRounds {
    private final StoreThreads shared;
    private final Spreads spreads;
    private final AssetFlags flags;
    private final OpenFiles files;
    private final InstantSource clock;

    /** For each change that is on its way, what it was in files that are done with it. */
    private final Map<String, Map<WorldId, Part>> followed = new HashMap<>();

    /** What was on its way when the last round began. */
    private List<Spread> onTheirWay = List.of();

    private record Part(long done, long total) {
        private static final Part NONE = new Part(0, 0);

        private static Part of(ReflagJob job) {
            return new Part(job.done(), job.total());
        }
    }

    /** How a round ended. */
    enum Outcome {
        /** Nothing is on its way. */
        DONE,
        /** A file followed, or one is at work. */
        MOVING,
        /** What is left cannot be opened now. */
        WAITING
    }

    FlagRounds(
            StoreThreads shared,
            Spreads spreads,
            AssetFlags flags,
            OpenFiles files,
            InstantSource clock) {
        this.shared = shared;
        this.flags = flags;
        this.spreads = spreads;
        this.files = files;
        this.clock = clock;
    }

    /** Inside the write that changes an asset's flags. */
    void record(ReflagJob job) {
        if (!files.isEmpty()) {
            spreads.begin(job);
        }
    }

    /** The id for the job that rewrites chunks for an asset, in a file that takes flags over. */
    String jobFor(String asset, List<Spread> running) {
        return running.reversed().stream()
                .filter(spread -> spread.assetId().equals(asset))
                .findFirst()
                .map(Spread::jobId)
                .orElseGet(() -> UUID.randomUUID().toString());
    }

    /** What is on its way. */
    List<Spread> running() {
        return shared.read(spreads::listRunning);
    }

    /**
     * Goes over all files that have not followed.
     *
     * @param goesOn asked before each file
     */
    Outcome round(BooleanSupplier goesOn) {
        List<Spread> running = running();
        keepOnly(running);
        boolean moved = false;
        for (WorldSlot slot : files.after("")) {
            List<Spread> open =
                    running.stream().filter(spread -> !isFollowed(spread, slot.id)).toList();
            if (!goesOn.getAsBoolean()) {
                return Outcome.WAITING;
            }
            if (!open.isEmpty()) {
                moved |= visit(slot, open);
            }
        }
        int left = 0;
        for (Spread spread : running) {
            left += finishIfAllFollowed(spread) ? 0 : 1;
        }
        return left == 0 ? Outcome.DONE : moved ? Outcome.MOVING : Outcome.WAITING;
    }

    private boolean visit(WorldSlot slot, List<Spread> spreads) {
        try (Lease lease = files.lease(slot)) {
            look(slot, lease.world(), spreads);
            return true;
        } catch (TerraneException e) {
            return false; // Told where it failed; there is a next round.
        }
    }

    /** At an open file: one that has taken the flags over without a job has nothing to rewrite. */
    private void look(WorldSlot slot, OpenWorld world, List<Spread> spreads) {
        for (Spread spread : spreads) {
            // Before the job, which comes with the flags, is looked for.
            boolean taken = hasTaken(world, spread.assetId());
            Optional<ReflagJob> job = world.part(Moderation.class).findHere(spread.jobId());
            boolean isDone = job.isPresent() ? job.get().state() == ReflagJob.State.DONE : taken;
            if (isDone) {
                follow(spread, slot.id, job.map(Part::of).orElse(Part.NONE));
            }
        }
    }

    /** An open file takes a change over a moment after its commit. */
    private boolean hasTaken(OpenWorld world, String asset) {
        return world.part(AssetFlags.class).find(asset).equals(flags.find(asset));
    }

    /** Before a file is closed, so that it need not be opened again to see that it is done. */
    void closing(WorldSlot slot, OpenWorld world) {
        List<Spread> open;
        synchronized (this) {
            open = List.copyOf(onTheirWay);
        }
        look(slot, world, open.stream().filter(spread -> !isFollowed(spread, slot.id)).toList());
    }

    private boolean finishIfAllFollowed(Spread spread) {
        for (WorldSlot slot : files.after("")) {
            if (!isFollowed(spread, slot.id)) {
                return false;
            }
        }
        Part sum = sum(spread);
        shared.run(() -> spreads.finish(spread.jobId(), sum.done(), sum.total(), clock.instant()));
        return true;
    }

    /** A job with its parts in the files. */
    ReflagJob whole(ReflagJob own) {
        Optional<Spread> found = shared.read(() -> spreads.find(own.id()));
        if (found.isEmpty()) {
            return own;
        }
        Spread spread = found.get();
        if (spread.isDone()) {
            return own.with(spread.done(), spread.total(), 0);
        }
        long done = 0;
        long total = 0;
        int pending = 0;
        for (WorldSlot slot : files.after("")) {
            // Asked once for each file: it may follow meanwhile.
            Optional<Part> followedBy = find(spread, slot.id);
            Part part = followedBy.or(() -> here(slot, spread)).orElse(Part.NONE);
            done += part.done();
            total += part.total();
            pending += followedBy.isPresent() ? 0 : 1;
        }
        return own.with(done, total, pending);
    }

    private Optional<Part> here(WorldSlot slot, Spread spread) {
        Optional<Lease> open = files.leaseIfOpen(slot);
        if (open.isEmpty()) {
            return Optional.empty();
        }
        try (Lease lease = open.get()) {
            return lease.world().part(Moderation.class).findHere(spread.jobId()).map(Part::of);
        } catch (RuntimeException e) {
            return Optional.empty(); // Its disk does not answer now.
        }
    }

    private synchronized void keepOnly(List<Spread> running) {
        onTheirWay = List.copyOf(running);
        followed.keySet().retainAll(running.stream().map(Spread::jobId).toList());
    }

    /** After a file was replaced: it follows anew. */
    synchronized void forget(WorldId world) {
        followed.values().forEach(worlds -> worlds.remove(world));
    }

    private boolean isFollowed(Spread spread, WorldId world) {
        return find(spread, world).isPresent();
    }

    private synchronized Optional<Part> find(Spread spread, WorldId world) {
        return Optional.ofNullable(followed.getOrDefault(spread.jobId(), Map.of()).get(world));
    }

    private synchronized void follow(Spread spread, WorldId world, Part part) {
        followed.computeIfAbsent(spread.jobId(), _ -> new HashMap<>()).put(world, part);
    }

    private synchronized Part sum(Spread spread) {
        List<Part> parts =
                new ArrayList<>(followed.getOrDefault(spread.jobId(), Map.of()).values());
        return new Part(
                parts.stream().mapToLong(Part::done).sum(),
                parts.stream().mapToLong(Part::total).sum());
    }
}
