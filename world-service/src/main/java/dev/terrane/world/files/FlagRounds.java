package dev.terrane.world.files;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.ReflagJob;
import dev.terrane.world.moderation.Spread;
import dev.terrane.world.moderation.store.SpreadStore;
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
    private final SpreadStore store;
    private final OpenFiles files;
    private final InstantSource clock;

    /** For each change that is on its way, what it was in files that are done with it. */
    private final Map<String, Map<WorldId, Part>> followed = new HashMap<>();

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

    FlagRounds(StoreThreads shared, SpreadStore store, OpenFiles files, InstantSource clock) {
        this.shared = shared;
        this.store = store;
        this.files = files;
        this.clock = clock;
    }

    /** Inside the write that changes an asset's flags. */
    void record(ReflagJob job) {
        if (files.counts().known() > 0) {
            store.insert(job);
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
        return shared.read(store::listRunning);
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
            for (Spread spread : spreads) {
                Optional<ReflagJob> job =
                        lease.world().part(Moderation.class).findHere(spread.jobId());
                // An open file has taken all flags over: without a job there is nothing to rewrite.
                if (job.isEmpty() || job.get().state() == ReflagJob.State.DONE) {
                    follow(spread, slot.id, job.map(Part::of).orElse(Part.NONE));
                }
            }
            return true;
        } catch (TerraneException e) {
            return false; // Told where it failed; there is a next round.
        }
    }

    private boolean finishIfAllFollowed(Spread spread) {
        for (WorldSlot slot : files.after("")) {
            if (!isFollowed(spread, slot.id)) {
                return false;
            }
        }
        Part sum = sum(spread);
        shared.run(() -> store.finish(spread.jobId(), sum.done(), sum.total(), clock.instant()));
        return true;
    }

    /** A job with its parts in the files. */
    ReflagJob whole(ReflagJob own) {
        Optional<Spread> found = shared.read(() -> store.find(own.id()));
        if (found.isEmpty()) {
            return own;
        }
        Spread spread = found.get();
        if (spread.isDone()) {
            return own.with(spread.done(), spread.total(), 0);
        }
        Part followedBy = sum(spread);
        long done = followedBy.done();
        long total = followedBy.total();
        int pending = 0;
        for (WorldSlot slot : files.after("")) {
            if (!isFollowed(spread, slot.id)) {
                Part part = here(slot, spread).orElse(Part.NONE);
                done += part.done();
                total += part.total();
                pending++;
            }
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
        followed.keySet().retainAll(running.stream().map(Spread::jobId).toList());
    }

    /** After a file was replaced: it follows anew. */
    synchronized void forget(WorldId world) {
        followed.values().forEach(worlds -> worlds.remove(world));
    }

    private synchronized boolean isFollowed(Spread spread, WorldId world) {
        return followed.getOrDefault(spread.jobId(), Map.of()).containsKey(world);
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
