package dev.terrane.world.moderation;

import dev.terrane.world.ServiceWide;
import dev.terrane.world.moderation.store.SpreadStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Changes of flags on their way to worlds' own files; call inside work of StoreThreads. */
@ServiceWide
@Component
public final class Spreads {
    private final SpreadStore store;

    /** Makes the facade over the shared database's. */
    public Spreads(SpreadStore store) {
        this.store = store;
    }

    /** Begins one, in the write that begins its job. */
    public void begin(ReflagJob job) {
        store.insert(job);
    }

    /** That of a job. */
    public Optional<Spread> find(String jobId) {
        return store.find(jobId);
    }

    /** Those that are not done, the oldest first. */
    public List<Spread> listRunning() {
        return store.listRunning();
    }

    /** Ends one, with the chunks of all files. */
    public void finish(String jobId, long done, long total, Instant now) {
        store.finish(jobId, done, total, now);
    }
}
