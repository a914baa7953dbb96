package dev.terrane.session.hosting.store;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.push;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.testing.Await;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Receipts of the host's commands are not stored: the journal gives each of them again. */
class HostReceiptsStoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int BATCHES = 60;

    @TempDir private Path folder;
    private final Supplier<Generation> generations = generations();
    private final Map<Command, CommandAnswer> first = new LinkedHashMap<>();
    private final Map<String, Long> sequences = new LinkedHashMap<>();

    private RunningStore open(Databases.Database database) {
        return new RunningStore(database, properties(), generations, InstantSource.system());
    }

    /** The next command of a source, now and then a few sequences on. */
    private Command next(SeededRandom random, Generation generation) {
        String source = random.oneIn(5) ? "gateway-seldom" : "gateway-often";
        long sequence = sequences.merge(source, random.oneIn(10) ? 5L : 1L, Long::sum);
        Operation operation =
                switch (random.between(0, 9)) {
                    case 0 -> push("nobody", 1);
                    case 1, 2 -> push("a", random.between(-9, 9));
                    case 3 -> new Operation.Step(StepSpec.of(1.0 / random.between(30, 90)));
                    case 4 -> move("a", 0);
                    case 5 -> move("a", 50);
                    case 6 -> move("b", 0.5);
                    default -> STEP;
                };
        return new Command(
                generation, new CommandId.Host(source, sequence), Expected.ANY, operation);
    }

    /** Onto each other and apart: contacts begin and end. */
    private static Operation move(String body, double x) {
        return new Operation.Teleport(new BodyId(body), new Vec2(x, 0), 0);
    }

    private void run(
            RunningStore running, SeededRandom random, Generation generation, int batches) {
        for (int i = 0; i < batches; i++) {
            List<Command> batch = new ArrayList<>();
            int size = random.between(1, 8);
            for (int j = 0; j < size; j++) {
                batch.add(next(random, generation));
            }
            batch.add(command(generation, "c" + first.size() + "-" + i, push("a", 1)));
            List<CommandAnswer> answers =
                    submit(running.registry, NAME, generation, batch.toArray(Command[]::new));
            for (int j = 0; j < size; j++) {
                first.put(batch.get(j), answers.get(j));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aRetryGetsTheFirstAnswerFromWhateverRowItStandsIn(Databases.Engine engine) {
        SeededRandom random = Seeds.printed();
        Databases.Database database = engine.open(folder);
        Generation generation;
        try (RunningStore running = open(database)) {
            generation = running.registry.create(draft(NAME, null)).view().generation();
            run(running, random, generation, BATCHES);
            // Rows before a base are joined to one.
            assertThat(running.registry.checkpoint(NAME).join().isBase()).isTrue();
            run(running, random, generation, BATCHES);
            assertThat(running.count("SELECT COUNT(*) FROM receipts")).isEqualTo(2 * BATCHES);
        }
        Coverage coverage = new Coverage();
        try (RunningStore again = open(database)) {
            first.forEach((command, answer) -> assertAgain(again, command, answer, coverage));
            long accepted = first.values().stream().filter(HostReceiptsStoreTest::accepted).count();
            assertThat(again.registry.get(NAME).progress().revision())
                    .isEqualTo(2 * BATCHES + accepted);
        }
        coverage.requireAtLeast(100, CommandKind.STEP, ReceiptError.NONE);
        coverage.requireAtLeast(10, CommandKind.APPLY_FORCE, ReceiptError.UNKNOWN_BODY);
        coverage.requireAtLeast(10, "facts", "passed over");
    }

    private static boolean accepted(CommandAnswer answer) {
        return ((CommandAnswer.Judged) answer).receipt().isAccepted();
    }

    private void assertAgain(
            RunningStore again, Command command, CommandAnswer answer, Coverage coverage) {
        var judged = (CommandAnswer.Judged) answer;
        coverage.count(judged.receipt().kind());
        coverage.count(judged.receipt().error());
        if (!judged.facts().isEmpty()) {
            coverage.count("facts");
        }
        Generation generation = command.generation();
        assertThat(submit(again.registry, NAME, generation, command)).containsExactly(answer);
        assertThat(again.registry.receipt(NAME, generation, command.id())).contains(judged);
        var other = new Command(generation, command.id(), Expected.ANY, push("b", 77));
        var conflict =
                (CommandAnswer.Judged) submit(again.registry, NAME, generation, other).getFirst();
        assertThat(conflict.receipt().error()).isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
        CommandId.Host id = (CommandId.Host) command.id();
        if (id.sequence() > 1) {
            var before = new CommandId.Host(id.source(), id.sequence() - 1);
            boolean known = first.keySet().stream().anyMatch(each -> each.id().equals(before));
            if (!known) {
                coverage.count("passed over");
                var skipped = new Command(generation, before, Expected.ANY, STEP);
                assertThat(submit(again.registry, NAME, generation, skipped).getFirst())
                        .isInstanceOf(CommandAnswer.Pruned.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void everyStepOfAClockHasItsReceipt(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder))) {
            Clock clock = new Clock(240, StepSpec.of(1.0 / 240));
            Generation generation = running.registry.create(draft(NAME, clock)).view().generation();
            Await.until(
                    SOON, "steps", () -> running.registry.get(NAME).progress().stepIndex() > 40);
            running.registry.checkpoint(NAME).join();
            long last = running.registry.setPaused(NAME, true).join().progress().stepIndex();
            for (long step = 1; step <= last; step++) {
                var id = new CommandId.Host("clock", step);
                Receipt receipt =
                        running.registry.receipt(NAME, generation, id).orElseThrow().receipt();
                assertThat(receipt)
                        .isEqualTo(
                                new Receipt(
                                        id,
                                        CommandKind.STEP,
                                        ReceiptError.NONE,
                                        step - 1,
                                        step,
                                        step,
                                        receipt.factCount()));
            }
            assertThat(
                            running.registry.receipt(
                                    NAME, generation, new CommandId.Host("clock", last + 1)))
                    .isEmpty();
        }
    }
}
