package dev.terrane.session.hosting.store;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.session.hosting.SessionArchive;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stored sessions that were damaged: refused, and kept as they are; on both engines. */
class FailClosedStoreTest {
    private static final Operation DISPOSE = new Operation.Dispose();

    @TempDir private Path folder;
    private final Supplier<Generation> generations = generations();

    private RunningStore open(Databases.Database database) {
        return new RunningStore(database, properties(), generations, InstantSource.system());
    }

    /** Six rows, one damaged while no service ran; then whatever is sent is refused. */
    private void refused(
            Databases.Engine engine, Consumer<RunningStore> damage, long rowsLeft, String reason) {
        Databases.Database database = engine.open(folder);
        Generation generation;
        try (RunningStore running = open(database)) {
            generation = running.registry.create(draft(NAME, null)).view().generation();
            for (int i = 0; i < 6; i++) {
                submit(running.registry, NAME, generation, command(generation, "s" + i, STEP));
            }
        }
        try (RunningStore damaged = open(database)) {
            damage.accept(damaged);
        }
        try (RunningStore again = open(database)) {
            assertThatThrownBy(
                            () ->
                                    submit(
                                            again.registry,
                                            NAME,
                                            generation,
                                            command(generation, "x", STEP)))
                    .isInstanceOf(TerraneException.class)
                    .hasMessageContaining(reason)
                    .satisfies(
                            e ->
                                    assertThat(((TerraneException) e).code())
                                            .isEqualTo(SessionError.SESSION_FAULTED));
            assertThat(again.count("SELECT COUNT(*) FROM journal")).isEqualTo(rowsLeft);
            assertThat(again.count("SELECT COUNT(*) FROM receipts")).isEqualTo(6);
        }
    }

    private static void write(RunningStore running, String statement, Object... values) {
        running.fixture
                .threads()
                .run(() -> running.fixture.client().sql(statement).params(values).update());
    }

    private static byte[] chunk(RunningStore running, int number) {
        return running.fixture
                .threads()
                .read(
                        () ->
                                running.fixture
                                        .client()
                                        .sql("SELECT chunk FROM journal WHERE number = ?")
                                        .param(number)
                                        .query((row, place) -> row.getBytes(1))
                                        .single());
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aFlippedBit(Databases.Engine engine) {
        refused(
                engine,
                running -> {
                    byte[] chunk = chunk(running, 3);
                    chunk[chunk.length / 2] ^= 4;
                    write(running, "UPDATE journal SET chunk = ? WHERE number = 3", chunk);
                },
                6,
                "cannot be read");
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aTrailingByte(Databases.Engine engine) {
        refused(
                engine,
                running -> {
                    byte[] chunk = chunk(running, 6);
                    write(
                            running,
                            "UPDATE journal SET chunk = ? WHERE number = 6",
                            java.util.Arrays.copyOf(chunk, chunk.length + 1));
                },
                6,
                "cannot be read");
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aMissingRow(Databases.Engine engine) {
        refused(
                engine,
                running -> write(running, "DELETE FROM journal WHERE number = 4"),
                5,
                "does not replay");
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aRowThatIsThereTwice(Databases.Engine engine) {
        refused(
                engine,
                running ->
                        write(
                                running,
                                "UPDATE journal SET chunk = ? WHERE number = 5",
                                (Object) chunk(running, 4)),
                6,
                "does not replay");
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aLostEnd(Databases.Engine engine) {
        refused(
                engine,
                running -> write(running, "DELETE FROM journal WHERE number = 6"),
                5,
                "the journal ends at 5, committed is 6");
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aDamagedClockFaultsItsSessionAndNoOther(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        var other = new SessionId("other");
        Generation generation;
        Generation healthy;
        try (RunningStore running = open(database)) {
            var clock = new Clock(60, StepSpec.of(1.0 / 60));
            generation = running.registry.create(draft(NAME, clock)).view().generation();
            healthy = running.registry.create(draft(other, null)).view().generation();
        }
        try (RunningStore damaged = open(database)) {
            byte[] step =
                    damaged.fixture
                            .threads()
                            .read(
                                    () ->
                                            damaged.fixture
                                                    .client()
                                                    .sql(
                                                            "SELECT clock_step FROM sessions WHERE name = ?")
                                                    .param(NAME.value())
                                                    .query((row, place) -> row.getBytes(1))
                                                    .single());
            step[9] ^= 1;
            write(damaged, "UPDATE sessions SET clock_step = ? WHERE name = ?", step, NAME.value());
        }
        try (RunningStore again = open(database)) {
            assertThat(submit(again.registry, other, healthy, command(healthy, "s", STEP)))
                    .hasSize(1);
            // It was rebuilt, so it can be looked at; it accepts nothing.
            assertThat(submit(again.registry, NAME, generation, command(generation, "x", STEP)))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            CommandAnswer.Faulted.class,
                            answer ->
                                    assertThat(answer.reason())
                                            .contains("the stored clock cannot be read"));
            var view = again.registry.get(NAME);
            assertThat(view.state()).isEqualTo(SessionRecord.State.FAULTED);
            assertThat(view.fault()).contains("the stored clock cannot be read");
            assertThat(again.registry.retire(view).state()).isEqualTo(SessionRecord.State.DISPOSED);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void filesOfADamagedSessionAreRefusedByName(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        try (RunningStore running = open(database)) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            submit(running.registry, NAME, generation, command(generation, "s", STEP));
            var archive = new SessionArchive(running.registry, running.store);
            byte[] chunk = chunk(running, 1);
            chunk[chunk.length / 2] ^= 4;
            write(running, "UPDATE journal SET chunk = ? WHERE number = 1", chunk);
            assertThatThrownBy(() -> archive.replayCheckpoint(NAME, generation).join())
                    .hasCauseInstanceOf(TerraneException.class)
                    .hasMessageContaining("what is stored of session " + NAME)
                    .hasMessageContaining("CHECKSUM");
            write(running, "UPDATE generations SET definition = ?", (Object) new byte[64]);
            assertThatThrownBy(() -> archive.resumeDescriptor(NAME))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code()).isEqualTo(SessionError.SESSION_FAULTED));
        }
    }

    /** One column of a session's row, or what belongs to it, damaged while no service ran. */
    private void faultsItsSessionOnly(
            Databases.Engine engine, Consumer<RunningStore> damage, String reason) {
        Databases.Database database = engine.open(folder);
        var other = new SessionId("other");
        Generation healthy;
        try (RunningStore running = open(database)) {
            running.registry.create(draft(NAME, null));
            healthy = running.registry.create(draft(other, null)).view().generation();
            damage.accept(running);
        }
        try (RunningStore again = open(database)) {
            assertThat(submit(again.registry, other, healthy, command(healthy, "s", STEP)))
                    .hasSize(1);
            Await.until(
                    Duration.ofSeconds(20),
                    "the fault",
                    () -> again.registry.get(NAME).state() == SessionRecord.State.FAULTED);
            var view = again.registry.get(NAME);
            assertThat(view.fault()).contains(reason);
            assertThat(again.registry.list(null, 10)).hasSize(2);
            // Its name can be had again.
            assertThat(again.registry.retire(view).state()).isEqualTo(SessionRecord.State.DISPOSED);
            assertThat(again.registry.create(draft(NAME, null)).isNew()).isTrue();
        }
    }

    private void damagedColumn(Databases.Engine engine, String column, Object value) {
        faultsItsSessionOnly(
                engine,
                running ->
                        write(
                                running,
                                "UPDATE sessions SET " + column + " = ? WHERE name = ?",
                                value,
                                NAME.value()),
                "the stored " + (column.equals("clock_hertz") ? "clock" : column));
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aShortHash(Databases.Engine engine) {
        damagedColumn(engine, "spec_hash", new byte[1]);
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aShortDigest(Databases.Engine engine) {
        damagedColumn(engine, "digest", new byte[31]);
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aGenerationThatIsNone(Databases.Engine engine) {
        damagedColumn(engine, "generation", "G".repeat(32));
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aClockWithoutItsStep(Databases.Engine engine) {
        damagedColumn(engine, "clock_hertz", 60);
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void namesThatAreNoneHideNoOtherSession(Databases.Engine engine) {
        var last = new SessionId("zone");
        try (RunningStore running = open(engine.open(folder))) {
            running.registry.create(draft(NAME, null));
            running.registry.create(draft(last, null));
            for (String none : List.of("", "b b", "c/c", "d".repeat(65), "e\u00e9")) {
                write(
                        running,
                        """
                        INSERT INTO sessions SELECT ?, generation, spec_hash, state, fault, paused,
                            clock_hertz, clock_step, world, room, revision, step_index, body_count,
                            digest, created_at, updated_at, first_generation
                        FROM sessions WHERE name = ?
                        """,
                        none,
                        NAME.value());
            }
            assertThat(running.registry.list(null, 2))
                    .extracting(SessionView::name)
                    .containsExactly(NAME, last);
            assertThat(running.registry.list(NAME, 10))
                    .extracting(SessionView::name)
                    .containsExactly(last);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aMissingGeneration(Databases.Engine engine) {
        faultsItsSessionOnly(
                engine,
                running ->
                        write(
                                running,
                                "DELETE FROM generations WHERE session_name = ?",
                                NAME.value()),
                "no definition is stored of generation");
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void damagedFactsAndReceiptsAreRefusedByPlace(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder))) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            var step = command(generation, "s", STEP);
            submit(running.registry, NAME, generation, step);
            submit(running.registry, NAME, generation, command(generation, "d", DISPOSE));
            var archive = new SessionArchive(running.registry, running.store);
            assertThat(archive.facts(NAME, generation, 0, 10).facts()).isNotEmpty();
            write(running, "UPDATE facts SET facts = ?", (Object) new byte[40]);
            refusedByPlace(() -> archive.facts(NAME, generation, 0, 10), "facts of revision 1");
            refusedByPlace(
                    () -> submit(running.registry, NAME, generation, step), "facts of revision 1");
            write(running, "UPDATE receipts SET kind = 99");
            refusedByPlace(
                    () -> submit(running.registry, NAME, generation, step),
                    "the receipt of command s has kind 99");
            write(running, "UPDATE receipts SET kind = 1, error = 99");
            refusedByPlace(
                    () -> submit(running.registry, NAME, generation, step),
                    "the receipt of command s has error 99");
            write(running, "UPDATE receipts SET error = 0, fingerprint = ?", (Object) new byte[1]);
            refusedByPlace(
                    () -> submit(running.registry, NAME, generation, step),
                    "the receipt of command s has a fingerprint of 1 bytes");
        }
    }

    private static void refusedByPlace(ThrowingCallable call, String place) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code()).isEqualTo(SessionError.SESSION_FAULTED))
                .hasMessageContaining(place);
    }
}
