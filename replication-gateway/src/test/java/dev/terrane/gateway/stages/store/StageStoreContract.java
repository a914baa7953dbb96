package dev.terrane.gateway.stages.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.stages.GuidPool;
import dev.terrane.gateway.stages.SampleSpecs;
import dev.terrane.gateway.stages.StageStore;
import dev.terrane.gateway.stages.StageStore.Deletion;
import dev.terrane.gateway.stages.StageStore.Insert;
import dev.terrane.gateway.stages.StoredStage;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.support.store.StoreProperties;
import dev.terrane.testing.Databases.Database;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of stages does; run on each database. */
abstract class StageStoreContract {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private Database database;
    private StoreFixture fixture;
    private StageStore store;

    abstract Database database();

    @BeforeEach
    void open() {
        database = database();
        reopen();
    }

    private void reopen() {
        if (fixture != null) {
            fixture.close();
        }
        fixture =
                StoreFixture.open(
                        "gateway",
                        StoreProperties.of(database.url(), database.user(), database.password()));
        store = new SqlStageStore(fixture.threads(), fixture.client());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aStageSurvivesARestartAsItWas() {
        StageSpec spec = SampleSpecs.full("lobby");
        assertThat(store.insert(spec, "ada", NOW, 10)).isEqualTo(Insert.KEPT);
        reopen();
        assertThat(store.find("lobby")).contains(new StoredStage(spec, 0));
        assertThat(store.find("other")).isEmpty();
    }

    @Test
    void anIdIsTakenOnce() {
        store.insert(SampleSpecs.full("lobby"), "ada", NOW, 10);
        assertThat(store.insert(SampleSpecs.small("lobby"), "bob", NOW, 10))
                .isEqualTo(Insert.ID_TAKEN);
        assertThat(store.find("lobby")).contains(new StoredStage(SampleSpecs.full("lobby"), 0));
    }

    @Test
    void theNumberOfStagesIsBounded() {
        store.insert(SampleSpecs.small("a"), "ada", NOW, 2);
        store.insert(SampleSpecs.small("b"), "ada", NOW, 2);
        assertThat(store.insert(SampleSpecs.small("c"), "ada", NOW, 2)).isEqualTo(Insert.FULL);
        assertThat(store.insert(SampleSpecs.small("a"), "ada", NOW, 2)).isEqualTo(Insert.ID_TAKEN);
    }

    @Test
    void listsFollowTheIdsByteByByte() {
        for (String id : new String[] {"b", "B", "a-1", "a_1", "a1", "10", "9"}) {
            store.insert(SampleSpecs.small(id), "ada", NOW, 100);
        }
        assertThat(store.list("", 4))
                .extracting(stored -> stored.spec().id())
                .containsExactly("10", "9", "B", "a-1");
        assertThat(store.list("a-1", 10))
                .extracting(stored -> stored.spec().id())
                .containsExactly("a1", "a_1", "b");
    }

    @Test
    void everyOpeningHasItsOwnGeneration() {
        store.insert(SampleSpecs.small("a"), "ada", NOW, 10);
        assertThat(store.beginGeneration("a").orElseThrow().generation()).isEqualTo(1);
        reopen();
        assertThat(store.beginGeneration("a").orElseThrow().generation()).isEqualTo(2);
        assertThat(store.beginGeneration("b")).isEmpty();
    }

    @Test
    void aRepeatedDeletionIsAnsweredAsTheFirst() {
        store.insert(SampleSpecs.small("a"), "ada", NOW, 10);
        store.insert(SampleSpecs.small("b"), "ada", NOW, 10);
        assertThat(store.delete("a", "r1", NOW)).isEqualTo(Deletion.DELETED);
        reopen();
        assertThat(store.delete("a", "r1", NOW.plusSeconds(60))).isEqualTo(Deletion.REPEATED);
        assertThat(store.delete("b", "r1", NOW)).isEqualTo(Deletion.MISMATCH);
        assertThat(store.delete("a", "r2", NOW)).isEqualTo(Deletion.NOT_FOUND);
        assertThat(store.find("b")).isPresent();
    }

    @Test
    void deletionsAreForgottenAfterADay() {
        store.insert(SampleSpecs.small("a"), "ada", NOW, 10);
        store.delete("a", "r1", NOW);
        store.insert(SampleSpecs.small("b"), "ada", NOW, 10);
        store.delete("b", "r2", NOW.plusSeconds(24 * 3600 + 1));
        assertThat(store.delete("a", "r1", NOW.plusSeconds(24 * 3600 + 2)))
                .isEqualTo(Deletion.NOT_FOUND);
    }

    @Test
    void guidsNeverRepeatAlsoOverARestart() {
        Set<Long> seen = new HashSet<>();
        for (int run = 0; run < 2; run++) {
            GuidPool pool = new GuidPool(store);
            for (int i = 0; i < 1500; i++) {
                assertThat(seen.add(pool.take().value())).isTrue();
            }
            reopen();
        }
        assertThat(seen).doesNotContain(0L);
    }

    @Test
    void leasedBlocksFollowEachOtherUnderOneKey() {
        StageStore.GuidBlock first = store.leaseGuids(10);
        StageStore.GuidBlock second = store.leaseGuids(5);
        assertThat(first.first()).isEqualTo(1);
        assertThat(second.first()).isEqualTo(11);
        assertThat(second.key()).isEqualTo(first.key()).hasSize(64);
    }
}
