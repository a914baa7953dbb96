package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.store.DirtyStore;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * What a crash took of changes that were acknowledged as not durable. When it is made, chunks that
 * are still marked fall back to what is stored, and a note of each is kept; so it is made before
 * anything marks chunks again. Any thread but the store's.
 */
@Component
public final class CrashLosses {
    private static final Logger LOG = LoggerFactory.getLogger(CrashLosses.class);
    private static final int LOGGED_MAX = 100;
    private static final int TOLD_MAX = 2_000;

    private final StoreThreads threads;
    private final DirtyStore marks;
    private final ChunkNews news;
    private final List<ChunkHead> atThisStart;

    /** Lets fall back what the last process left marked. */
    public CrashLosses(
            StoreThreads threads, DirtyStore marks, ChunkNews news, InstantSource clock) {
        this.threads = threads;
        this.marks = marks;
        this.news = news;
        this.atThisStart = threads.write(() -> fallBack(marks, clock));
    }

    /** Inside a write: whatever is marked now was lost; the stored state is what there is. */
    private static List<ChunkHead> fallBack(DirtyStore marks, InstantSource clock) {
        List<ChunkHead> found = marks.marked(clock.instant().truncatedTo(ChronoUnit.MILLIS));
        found.forEach(marks::fallBack);
        found.stream()
                .limit(LOGGED_MAX)
                .forEach(
                        head ->
                                LOG.warn(
                                        "chunk {}: changes acknowledged as not durable were lost;"
                                                + " it falls back to revision {}",
                                        head.key(),
                                        head.revision()));
        if (found.size() > LOGGED_MAX) {
            LOG.warn("{} chunks fell back in all", found.size());
        }
        return List.copyOf(found);
    }

    /** What fell back at this start. */
    public List<ChunkHead> atThisStart() {
        return atThisStart;
    }

    /** Losses of every start, below an id, the newest first. */
    public List<LostChunk> list(long before, int limit) {
        return threads.read(() -> marks.list(before, limit));
    }

    /** Tells subscribers what fell back. */
    @EventListener(ApplicationReadyEvent.class)
    public void tell() {
        if (atThisStart.size() > TOLD_MAX) {
            news.publishWidely();
        } else {
            news.publish(atThisStart.stream().map(CrashLosses::change).toList());
        }
    }

    private static ChunkChange change(ChunkHead head) {
        return new ChunkChange(head, new ChunkChange.Kind.Lost(), ContentFlags.NONE);
    }
}
