package dev.terrane.gateway.stages.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.stages.GuidPool;
import dev.terrane.gateway.stages.SampleSpecs;
import dev.terrane.gateway.stages.StageDeletion;
import dev.terrane.gateway.stages.StageStore;
import dev.terrane.gateway.stages.StageStore.Insert;
import dev.terrane.gateway.stages.StoredStage;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.support.store.StoreProperties;
import dev.terrane.support.store.idempotency.SqlIdempotencyStore;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.SimClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of stages does; run on each database. */
abstract class StageStoreContract {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private final SimClock clock = SimClock.create();
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
        store =
                new SqlStageStore(
                        fixture.threads(),
                        fixture.client(),
                        new SqlIdempotencyStore(fixture.client(), clock));
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
        assertThat(store.find("lobby")).contains(new StoredStage(spec, 0, NOW));
        assertThat(store.find("other")).isEmpty();
    }

    @Test
    void anIdIsTakenOnce() {
        store.insert(SampleSpecs.full("lobby"), "ada", NOW, 10);
        assertThat(store.insert(SampleSpecs.small("lobby"), "bob", NOW, 10))
                .isEqualTo(Insert.ID_TAKEN);
        assertThat(store.find("lobby"))
                .contains(new StoredStage(SampleSpecs.full("lobby"), 0, NOW));
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
    void aRepeatedDeletionIsAnsweredAsTheFirstAlsoAfterARestart() {
        store.insert(SampleSpecs.small("a"), "ada", NOW, 10);
        store.insert(SampleSpecs.small("b"), "ada", NOW, 10);
        assertThat(delete("ada", "r1", "a")).isTrue();
        reopen();
        clock.advance(Duration.ofMinutes(1));
        assertThat(delete("ada", "r1", "a")).isFalse();
        assertRefused(CommonError.IDEMPOTENCY_MISMATCH, () -> delete("ada", "r1", "b"));
        assertRefused(CommonError.NOT_FOUND, () -> delete("ada", "r2", "a"));
        assertRefused(CommonError.NOT_FOUND, () -> delete("bob", "r1", "a"));
        assertThat(store.find("b")).isPresent();
    }

    @Test
    void aDeletionThatWasRefusedMayBeTriedAgainUnderItsKey() {
        assertRefused(CommonError.NOT_FOUND, () -> delete("ada", "r1", "a"));
        store.insert(SampleSpecs.small("a"), "ada", NOW, 10);
        assertThat(delete("ada", "r1", "a")).isTrue();
    }

    @Test
    void deletionsAreForgottenAfterADay() {
        store.insert(SampleSpecs.small("a"), "ada", NOW, 10);
        delete("ada", "r1", "a");
        clock.advance(Duration.ofHours(24));
        assertRefused(CommonError.NOT_FOUND, () -> delete("ada", "r1", "a"));
    }

    private boolean delete(String subject, String key, String id) {
        return store.delete(
                StageDeletion.of(id, new StageDeletion.Key(subject, "request_id", key)));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TerraneException.class, e -> assertThat(e.code()).isEqualTo(code));
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
