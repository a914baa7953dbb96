package dev.terrane.world.moderation;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.AssetUse;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkNews;
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.moderation.store.ReflagStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Sets what assets are flagged for. A raised flag holds for every reader from the commit on; the
 * chunks themselves are rewritten by a job, which begins at once. May be called by any thread.
 */
@Component
public final class Moderation {
    private static final Logger LOG = LoggerFactory.getLogger(Moderation.class);

    /** How long a finished job can be asked for. */
    static final Duration JOBS_KEPT = Duration.ofDays(7);

    /** With more chunks than this, subscribers are told to read anew. */
    static final int GATES_TOLD_MAX = 2_000;

    private final StoreThreads threads;
    private final AssetFlags flags;
    private final AssetUse use;
    private final ReflagStore jobs;
    private final ReflagWorker worker;
    private final ChunkNews news;
    private final ModerationProperties properties;
    private final DirtyChunks dirty;
    private final FlagSpread spread;
    private final InstantSource clock;

    /** Makes the facade over a store. */
    public Moderation(
            StoreThreads threads,
            AssetFlags flags,
            AssetUse use,
            ReflagStore jobs,
            ReflagWorker worker,
            ChunkNews news,
            ModerationProperties properties,
            DirtyChunks dirty,
            FlagSpread spread,
            InstantSource clock) {
        this.threads = threads;
        this.flags = flags;
        this.use = use;
        this.jobs = jobs;
        this.worker = worker;
        this.news = news;
        this.properties = properties;
        this.dirty = dirty;
        this.spread = spread;
        this.clock = clock;
    }

    /**
     * What a change of flags did.
     *
     * @param job the work it made; empty when the flags were so already
     */
    public record Flagged(AssetFlag flag, Optional<ReflagJob> job) {}

    private record Change(Flagged flagged, List<ChunkChange> gates) {}

    /**
     * Sets an asset's flags; none takes them away.
     *
     * @param requestId makes a retry give the first result; the job's id
     */
    public Flagged set(
            String assetId,
            Map<ContentCategory, Severity> severities,
            boolean mature,
            String requestId,
            String actor) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        AssetFlag flag = new AssetFlag(assetId, severities, mature, actor, now);
        String hash = hash(flag);
        // The index that finds chunks of an asset is in the database.
        dirty.settleAll();
        Change change = threads.write(() -> set(flag, requestId, hash));
        tell(change.gates());
        change.flagged().job().ifPresent(_ -> worker.wake());
        settleAgain();
        spread.changed(assetId, requestId);
        return new Flagged(change.flagged().flag(), change.flagged().job().map(spread::whole));
    }

    /**
     * Takes over what another database says of assets; jobs rewrite the chunks.
     *
     * @param said each asset's flags as they are to be
     * @param jobId begins the jobs' ids
     */
    public void adopt(List<AssetFlag> said, String jobId) {
        adopt(said, UnaryOperator.identity(), jobId);
    }

    /** As {@link #adopt(List, String)}, where it is stricter than what stands. */
    public void raise(List<AssetFlag> said, String jobId) {
        adopt(said, flags::stricter, jobId);
    }

    private void adopt(List<AssetFlag> said, UnaryOperator<AssetFlag> settling, String jobId) {
        dirty.settleAll();
        List<ChunkChange> gates =
                threads.write(() -> adoptAll(said.stream().map(settling).toList(), jobId));
        tell(gates);
        worker.wake();
        settleAgain();
    }

    private List<ChunkChange> adoptAll(List<AssetFlag> said, String jobId) {
        jobs.dropDone(clock.instant().minus(JOBS_KEPT));
        List<ChunkChange> gates = new ArrayList<>();
        for (AssetFlag flag : said) {
            Optional<AssetFlag> before = flags.put(flag);
            if (same(before, flag)) {
                continue;
            }
            if (use.count(flag.assetId()) > 0) {
                String id = jobId;
                for (int i = 2; jobs.find(id).isPresent(); i++) {
                    id = jobId + "-" + i;
                }
                jobs.insert(job(id, flag, hash(flag)));
            }
            if (raises(before, flag) && gates.size() <= GATES_TOLD_MAX) {
                gates.addAll(use.gates(flag, GATES_TOLD_MAX + 1));
            }
        }
        return gates;
    }

    private void tell(List<ChunkChange> gates) {
        if (gates.size() > GATES_TOLD_MAX) {
            news.publishWidely();
        } else {
            news.publish(gates);
        }
    }

    /** What came into memory before the flags were changed is written with those it has now. */
    private void settleAgain() {
        try {
            dirty.settleAll();
        } catch (RuntimeException e) {
            LOG.warn("chunks in memory get their flags with the next flush", e);
        }
    }

    private Change set(AssetFlag flag, String requestId, String hash) {
        Optional<ReflagJob> repeated = jobs.find(requestId);
        if (repeated.isPresent()) {
            if (!repeated.get().requestHash().equals(hash)) {
                throw TerraneException.of(
                                CommonError.IDEMPOTENCY_MISMATCH,
                                "request id '" + requestId + "' was used for other flags")
                        .field("request_id")
                        .toException();
            }
            return new Change(new Flagged(flag, repeated), List.of());
        }
        Optional<AssetFlag> before = flags.put(flag);
        if (same(before, flag)) {
            return new Change(new Flagged(flag, Optional.empty()), List.of());
        }
        if (flags.count() > properties.flaggedAssetsMax()) {
            throw TerraneException.of(CommonError.RESOURCE_EXHAUSTED, "too many assets are flagged")
                    .limit(ModerationProperties.LIMIT, properties.flaggedAssetsMax(), flags.count())
                    .toException();
        }
        jobs.dropDone(flag.updatedAt().minus(JOBS_KEPT));
        ReflagJob job = job(requestId, flag, hash);
        jobs.insert(job);
        spread.record(job);
        List<ChunkChange> gates =
                raises(before, flag) ? use.gates(flag, GATES_TOLD_MAX + 1) : List.of();
        if (gates.size() > GATES_TOLD_MAX) {
            news.recordWidely();
        } else {
            news.record(gates);
        }
        return new Change(new Flagged(flag, Optional.of(job)), gates);
    }

    private ReflagJob job(String id, AssetFlag flag, String hash) {
        return new ReflagJob(
                id,
                flag.assetId(),
                hash,
                ReflagJob.State.RUNNING,
                "",
                0,
                use.count(flag.assetId()),
                0,
                flag.actor(),
                flag.updatedAt());
    }

    /** A job by its id. */
    public Optional<ReflagJob> find(String id) {
        return findHere(id).map(spread::whole);
    }

    /** What a job does in this database. */
    public Optional<ReflagJob> findHere(String id) {
        return threads.read(() -> jobs.find(id));
    }

    private static boolean same(Optional<AssetFlag> before, AssetFlag flag) {
        return before.map(flag::isLike).orElseGet(flag::isNone);
    }

    private static boolean raises(Optional<AssetFlag> before, AssetFlag flag) {
        return before.map(flag::raises).orElseGet(() -> !flag.isNone());
    }

    private static String hash(AssetFlag flag) {
        StringBuilder text = new StringBuilder(flag.assetId()).append(' ').append(flag.mature());
        for (ContentCategory category : ContentCategory.values()) {
            text.append(' ').append(flag.severity(category).number());
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        return Checksum.over(bytes, 0, bytes.length).hex();
    }
}
