package dev.terrane.world.imports;

import static dev.terrane.world.imports.ImportFixture.asked;
import static dev.terrane.world.imports.Maps.ROOM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.RoomKey;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two instances of the service on one PostgreSQL: one runs a job, and the other takes it over. */
class TwoImportersStoreTest {
    private static final Maps MAP = Maps.of(6 * 32, 25 * 32, 2);

    private WorldFixture first;
    private WorldFixture second;

    @BeforeEach
    void open() {
        Databases.Database database = Databases.postgres();
        first = WorldFixture.open(database);
        second = WorldFixture.open(database);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private ImportJob start(WorldFixture instance, RoomKey room) {
        return instance.imports.start(
                room, MAP.tmx(), Maps.files(), asked(Mode.COMMIT, Choice.NONE));
    }

    @Test
    void aJobStaysWithTheInstanceThatRunsItUntilItsLeaseEnds() {
        ImportJob job = start(first, ROOM);
        first.imports.step();
        first.imports.step();
        first.imports.step();
        assertThat(first.imports.get(job).state()).isEqualTo(State.COMMITTING);

        assertThat(second.imports.step()).as("it is the first's").isFalse();

        second.imports.elapse(Duration.ofMinutes(5));
        assertThat(second.imports.finish(job).state()).isEqualTo(State.DONE);
        assertThat(first.imports.step()).as("nothing is left to do").isFalse();
        assertThat(first.count("chunks")).isEqualTo(150);
        assertThat(first.count("revisions")).isEqualTo(150);
    }

    @Test
    void whoWasOvertakenWritesNothingMore() {
        ImportJob job = start(first, ROOM);
        boolean[] taken = {false};
        first.imports.probe(
                (step, now) -> {
                    if (step == State.STAGING && !taken[0]) {
                        taken[0] = true;
                        // The first is in the middle of its staging, and silent for too long.
                        second.imports.elapse(Duration.ofMinutes(5));
                        second.imports.finish(job);
                    }
                });

        first.imports.finish(job);

        assertThat(taken[0]).isTrue();
        assertThat(first.imports.get(job).state()).isEqualTo(State.DONE);
        assertThat(first.count("import_chunks")).isEqualTo(150);
        assertThat(first.count("chunks")).isEqualTo(150);
        assertThat(first.count("revisions")).isEqualTo(150);
    }

    @Test
    void bothRunJobsOfDifferentRoomsAtOnce() throws Exception {
        List<ImportJob> jobs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            jobs.add(start(i % 2 == 0 ? first : second, RoomKey.of("isle", "r" + i)));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> running = new ArrayList<>();
            for (WorldFixture instance : List.of(first, second)) {
                running.add(
                        threads.submit(
                                () -> {
                                    while (!allDone(jobs)) {
                                        instance.imports.step();
                                    }
                                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
        }
        assertThat(first.count("chunks")).isEqualTo(600);
        assertThat(first.count("revisions")).isEqualTo(600);
        assertThat(first.count("worlds")).isEqualTo(1);
    }

    private boolean allDone(List<ImportJob> jobs) {
        return jobs.stream().allMatch(job -> first.imports.get(job).state() == State.DONE);
    }
}
