package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.moderation.ReflagJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The system's clock is set back beneath the service, on both databases. */
class ClockStoreTest extends BothDatabases {
    private static final Instant LATE = WorldFixture.START.plus(Duration.ofHours(2));

    /** Reproduced: a chunk that was made again had a time before its deletion's. */
    @Test
    void noRevisionIsBeforeTheOneItFollows() {
        world.clock.jumpTo(LATE);
        ChunkHead first = created(0, 0);
        world.clock.jumpTo(WorldFixture.START);
        ChunkHead second =
                applied(world.patch(key(0, 0), base(first), setTile(1, 1), "edit")).head();
        applied(world.change(key(0, 0), base(second), new Change.Delete(), "delete"));
        ChunkHead again = applied(world.put(chunk(0, 0), Base.NONE, "again")).head();
        world.clock.jumpTo(LATE.plusSeconds(1));
        applied(world.change(key(0, 0), base(again), new Change.Rollback(2), "back"));

        ChunkHistory.Page.Rows rows =
                (ChunkHistory.Page.Rows)
                        world.history.list(key(0, 0), Viewer.TRUSTED, Long.MAX_VALUE, 10);
        assertThat(rows.revisions())
                .extracting(row -> row.head().revision())
                .containsExactly(5L, 4L, 3L, 2L, 1L);
        assertThat(rows.revisions())
                .extracting(row -> row.head().updatedAt())
                .containsExactly(LATE.plusSeconds(1), LATE, LATE, LATE, LATE);
        Meta meta = world.get(key(0, 0)).chunk().meta();
        assertThat(meta.createdAt()).isEqualTo(LATE);
        assertThat(meta.updatedAt()).isEqualTo(LATE.plusSeconds(1));
        assertThat(world.patch(key(0, 0), base(first), setTile(1, 1), "edit"))
                .as("a retry gives the first result")
                .isEqualTo(new EditResult.Applied(second, true, ChunkAction.UPDATE));
    }

    @Test
    void ofTwoChangesOfFlagsTheLaterHoldsAndBothJobsEnd() {
        created(0, 0);
        world.clock.jumpTo(LATE);
        world.moderation.set("tiles/grass", violence(Severity.SEVERE), false, "first", "mo");
        world.clock.jumpTo(WorldFixture.START);
        world.moderation.set("tiles/grass", violence(Severity.MILD), false, "second", "mo");
        world.runJobs();

        assertThat(world.get(key(0, 0)).chunk().flags().severity(ContentCategory.VIOLENCE))
                .isEqualTo(Severity.MILD);
        assertThat(List.of("first", "second"))
                .allSatisfy(
                        id ->
                                assertThat(world.moderation.find(id).orElseThrow().state())
                                        .isEqualTo(ReflagJob.State.DONE));
    }

    private static Map<ContentCategory, Severity> violence(Severity severity) {
        return Map.of(ContentCategory.VIOLENCE, severity);
    }
}
