package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.Payloads.Payload;
import dev.terrane.world.chunks.store.BatchStore;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.MetaStore;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.flags.Viewer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Looks after stored chunks. Everything goes in slices of their keys, so no transaction is long and
 * edits go on between them; what is written meanwhile may be seen or not. May be called by any
 * thread but the store's; blocks.
 */
@Component
public final class ChunkUpkeep {
    /** Faults a report names. */
    public static final int FAULTS_MAX = 100;

    private static final int SLICE = 64;
    private static final String INDEX_PENDING = "index_pending";

    private final StoreThreads threads;
    private final ChunkStore store;
    private final HistoryStore history;
    private final MetaStore meta;
    private final BatchStore batches;
    private final Payloads payloads;
    private final Chunks chunks;
    private final EditQueue edits;
    private final DirtyChunks dirty;
    private final HistoryCheck historyCheck;

    /** Makes the facade over a store. */
    public ChunkUpkeep(
            StoreThreads threads,
            ChunkStore store,
            HistoryStore history,
            MetaStore meta,
            BatchStore batches,
            Payloads payloads,
            Chunks chunks,
            EditQueue edits,
            DirtyChunks dirty) {
        this.threads = threads;
        this.store = store;
        this.history = history;
        this.meta = meta;
        this.batches = batches;
        this.payloads = payloads;
        this.chunks = chunks;
        this.edits = edits;
        this.dirty = dirty;
        this.historyCheck = new HistoryCheck(threads, history, payloads);
    }

    /** Something that is not as it should be. */
    public record Fault(ChunkKey key, long revision, String detail) {}

    /**
     * What a check found.
     *
     * @param faulty chunks
     * @param faults the first {@link #FAULTS_MAX} of them
     * @param databaseFaults of the whole database's pages and indices, where it tells
     */
    public record Report(
            long checked, long faulty, List<Fault> faults, List<String> databaseFaults) {
        public Report {
            faults = List.copyOf(faults);
            databaseFaults = List.copyOf(databaseFaults);
        }
    }

    /** What a rebuild did; what could not be read was skipped. */
    public record Rebuilt(long rebuilt, long skipped) {}

    /** What a check has found so far. */
    private static final class Findings {
        private final List<Fault> faults = new ArrayList<>();
        private long checked;
        private long faulty;

        void add(Fault fault) {
            faulty++;
            if (faults.size() < FAULTS_MAX) {
                faults.add(fault);
            }
        }

        Report toReport(List<String> databaseFaults) {
            return new Report(checked, faulty, faults, databaseFaults);
        }
    }

    /**
     * Checks the database itself, whatever the scope; reads every payload and compares it with its
     * row, its derived rows and its history; then every payload that histories keep. Current
     * payloads that do not verify are set aside.
     */
    public Report verify(Scope scope) {
        dirty.settle(scope);
        List<String> database = threads.read(() -> meta.listDatabaseFaults(threads.kind()));
        Findings found = new Findings();
        String after = "";
        while (true) {
            String from = after;
            List<HeadRow> slice = threads.read(() -> store.scan(scope, from, SLICE));
            if (slice.isEmpty()) {
                historyCheck.run(scope, found::add);
                return found.toReport(database);
            }
            after = slice.getLast().head().key().toString();
            found.checked += slice.size();
            List<Chunks.Found.Corrupt> broken = new ArrayList<>();
            threads.read(() -> faults(slice, broken)).forEach(found::add);
            broken.forEach(chunks::setAside);
        }
    }

    private List<Fault> faults(List<HeadRow> slice, List<Chunks.Found.Corrupt> broken) {
        List<Fault> found = new ArrayList<>();
        for (HeadRow listed : slice) {
            // In this snapshot it may be another revision, or gone.
            Optional<HeadRow> row = store.findHead(listed.head().key());
            row.flatMap(present -> fault(present, broken))
                    .ifPresent(
                            detail ->
                                    found.add(
                                            new Fault(
                                                    listed.head().key(),
                                                    row.get().head().revision(),
                                                    detail)));
        }
        return found;
    }

    private Optional<String> fault(HeadRow row, List<Chunks.Found.Corrupt> broken) {
        ChunkHead head = row.head();
        if (row.corrupt()) {
            return Optional.of("its payload was set aside");
        }
        Bytes stored = store.findPayload(head.key()).orElseThrow();
        return switch (payloads.decode(head, stored)) {
            case Payloads.Read.Bad(String detail) -> {
                broken.add(new Chunks.Found.Corrupt(head, detail, true));
                yield Optional.of(detail);
            }
            case Payloads.Read.Newer(int version) -> {
                String detail = "its format version is " + version;
                if (row.formatVersion() <= AgpcCodec.VERSION) {
                    broken.add(new Chunks.Found.Corrupt(head, detail, true));
                }
                yield Optional.of(detail);
            }
            case Payloads.Read.Good(Payload payload) -> {
                Optional<String> derived = store.findDerivedFault(payload.chunk());
                yield derived.isPresent() ? derived : historyFault(head);
            }
        };
    }

    private Optional<String> historyFault(ChunkHead head) {
        if (history.lastRevision(head.key()) != head.revision()) {
            return Optional.of("its history ends at another revision");
        }
        return history.find(head.key(), head.revision())
                        .filter(row -> row.head().checksum().equals(head.checksum()))
                        .isPresent()
                ? Optional.empty()
                : Optional.of("its history states another checksum");
    }

    /** Makes the rows derived from chunks anew. */
    public Rebuilt rebuildIndex(Scope scope) {
        dirty.settle(scope);
        long rebuilt = 0;
        long skipped = 0;
        String after = "";
        while (true) {
            String from = after;
            List<HeadRow> slice = threads.read(() -> store.scan(scope, from, SLICE));
            if (slice.isEmpty()) {
                return new Rebuilt(rebuilt, skipped);
            }
            after = slice.getLast().head().key().toString();
            int done = threads.write(() -> rebuild(slice));
            rebuilt += done;
            skipped += slice.size() - done;
        }
    }

    private int rebuild(List<HeadRow> slice) {
        int done = 0;
        // Another instance may change or remove what is read here before its rows are written.
        List<ChunkKey> keys = slice.stream().map(row -> row.head().key()).toList();
        batches.lock(keys, keys);
        for (HeadRow listed : slice) {
            Optional<HeadRow> row = store.findHead(listed.head().key());
            if (row.isPresent()
                    && chunks.load(row.get(), Viewer.TRUSTED)
                            instanceof Chunks.Found.Present(StoredChunk chunk)) {
                store.rebuild(chunk.chunk());
                done++;
            }
        }
        return done;
    }

    /** Makes the index of chunks that were written before there was one; once a database. */
    public void rebuildPending() {
        if (threads.read(() -> meta.find(INDEX_PENDING)).isPresent()) {
            rebuildIndex(Scope.ALL);
            threads.run(() -> meta.remove(INDEX_PENDING));
        }
    }

    /**
     * Drops old payloads, never rows. Of each chunk the newest {@code keep} stay, and the newest
     * one that verifies, however old.
     *
     * @return payloads dropped
     */
    public long prune(Scope scope, int keep) {
        dirty.settle(scope);
        long dropped = 0;
        String after = "";
        while (true) {
            String from = after;
            List<String> slice = threads.read(() -> history.scan(scope, from, SLICE));
            if (slice.isEmpty()) {
                return dropped;
            }
            after = slice.getLast();
            dropped += threads.write(() -> slice.stream().mapToLong(k -> prune(k, keep)).sum());
        }
    }

    private long prune(String text, int keep) {
        ChunkKey key = ChunkKey.find(text).orElseThrow();
        boolean verified = false;
        int kept = 0;
        long dropped = 0;
        for (long revision : history.withPayload(text, Long.MAX_VALUE)) {
            boolean good = !verified && verifies(key, revision);
            if (kept < keep || good) {
                kept++;
                verified |= good;
            } else if (verified) {
                history.dropPayload(text, revision);
                dropped++;
            }
        }
        return dropped;
    }

    private boolean verifies(ChunkKey key, long revision) {
        ChunkRevision row = history.find(key, revision).orElseThrow();
        Bytes bytes = history.findPayload(key, revision).orElseThrow();
        return payloads.decode(row.head(), bytes) instanceof Payloads.Read.Good;
    }

    /**
     * Makes acknowledged changes durable.
     *
     * @return chunks that were acknowledged and not durable; none outside worlds that write behind
     */
    public long flush() {
        threads.run(() -> {});
        return dirty.settle(Scope.ALL);
    }

    /**
     * Writes chunks of older formats in the current one.
     *
     * @return chunks written
     */
    public long migrate(Scope scope) {
        long migrated = 0;
        String after = "";
        while (true) {
            String from = after;
            List<HeadRow> slice = threads.read(() -> store.scan(scope, from, SLICE));
            if (slice.isEmpty()) {
                return migrated;
            }
            after = slice.getLast().head().key().toString();
            List<CompletableFuture<EditResult>> writes =
                    slice.stream()
                            .filter(row -> row.formatVersion() < AgpcCodec.VERSION)
                            .map(row -> row.head().key())
                            .map(key -> EditRequest.ofServer(key, new Change.Migrate()))
                            .map(edits::submit)
                            .toList();
            migrated +=
                    writes.stream()
                            .map(CompletableFuture::join)
                            .filter(r -> r instanceof EditResult.Applied a && a.changed())
                            .count();
        }
    }
}
