package dev.terrane.world.chunks;

import dev.terrane.support.store.StoreErrors;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkWriter.Place;
import dev.terrane.world.chunks.ChunkWriter.Written;
import dev.terrane.world.chunks.store.DirtyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes what is in memory only: all revisions of a chunk with its newest state, in transactions of
 * a bounded number of chunks. For the thread of {@link WriteBehind}.
 */
@Component
final class BehindFlush {
    private static final Logger LOG = LoggerFactory.getLogger(BehindFlush.class);
    private static final int SLICE = 64;

    private final StoreThreads threads;
    private final DirtyChunks dirty;
    private final DirtyStore marks;
    private final ChunkWriter writer;
    private final EditBatch batch;
    private final ChunkNews news;

    BehindFlush(
            StoreThreads threads,
            DirtyChunks dirty,
            DirtyStore marks,
            ChunkWriter writer,
            EditBatch batch,
            ChunkNews news) {
        this.threads = threads;
        this.dirty = dirty;
        this.marks = marks;
        this.writer = writer;
        this.batch = batch;
        this.news = news;
    }

    /**
     * Writes chunks in slices while there is time; what was written is told and no longer dirty.
     *
     * @throws RuntimeException of the first write that failed, after the others were tried unless
     *     the database as a whole fails
     */
    long flush(List<DirtyChunk> chunks, BooleanSupplier hasTime) {
        long flushed = 0;
        RuntimeException failure = null;
        for (int from = 0; from < chunks.size() && hasTime.getAsBoolean(); from += SLICE) {
            List<DirtyChunk> slice = chunks.subList(from, Math.min(chunks.size(), from + SLICE));
            try {
                write(slice);
                flushed += slice.size();
            } catch (RuntimeException e) {
                if (slice.size() == 1 || StoreErrors.isEnvironment(e)) {
                    throw e;
                }
                // One of them is to blame: the others are not to wait for it.
                for (DirtyChunk one : slice) {
                    try {
                        write(List.of(one));
                        flushed++;
                    } catch (RuntimeException own) {
                        LOG.error("chunk {} cannot be made durable", one.key(), own);
                        failure = own;
                    }
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return flushed;
    }

    private void write(List<DirtyChunk> slice) {
        List<ChunkChange> changes =
                threads.write(
                        () -> {
                            EditScene scene = batch.scene();
                            List<ChunkChange> all = new ArrayList<>();
                            slice.forEach(chunk -> write(chunk, scene, all));
                            scene.updates().flush();
                            return all;
                        });
        slice.forEach(dirty::remove);
        news.publish(changes);
        slice.forEach(chunk -> chunk.durable().complete(Boolean.TRUE));
    }

    private void write(DirtyChunk chunk, EditScene scene, List<ChunkChange> changes) {
        if (!marks.clear(chunk.stored())) {
            throw new IllegalStateException(
                    "chunk %s is not marked at revision %d"
                            .formatted(chunk.key(), chunk.stored().revision()));
        }
        Written.Done done = writer.flush(chunk);
        changes.add(new ChunkChange(done.head(), new ChunkChange.Kind.Durable(), done.flags()));
        Optional<Place> place = scene.place(chunk.key().room());
        if (place.isPresent() && place.get().flags().revision() != chunk.flagsRevision()) {
            // Flags of assets changed while it was in memory, where no reflag job finds it.
            Written written =
                    writer.replace(
                            SingleEdit.origin(
                                    EditRequest.ofServer(
                                            chunk.key(), new EditRequest.Change.Reflag()),
                                    ChunkAction.REFLAG),
                            place.get(),
                            done.head(),
                            chunk.last().chunk(),
                            chunk.last().chunk());
            if (written instanceof Written.Done(ChunkHead head, var flags)) {
                changes.add(ChunkChange.wrote(head, ChunkAction.REFLAG, flags));
            }
        }
    }
}
