package dev.terrane.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.format.ReplayCheckpointCodec;
import dev.terrane.core.session.format.ResumeCodec;
import dev.terrane.core.session.format.WorldStateCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckpointCommandTest {
    @TempDir private Path folder;
    private Path definition;
    private Path first;
    private Path second;
    private Path state;
    private Path replay;
    private Path resume;
    private Path export;

    private static BodyDefinition ball(String id, double x) {
        return new BodyDefinition(
                new BodyId(id),
                BodyKind.DYNAMIC,
                new Shape.Circle(0.5),
                1,
                0.2,
                BodyDefinition.Motion.at(x, 0),
                BodyDefinition.Profile.DEFAULT);
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    @BeforeEach
    void writeFiles() throws IOException {
        var made =
                new SessionDefinition(
                        new SessionId("arena"),
                        new Generation("a".repeat(32)),
                        Vec2.ZERO,
                        PhysicsLimits.DEFAULT,
                        List.of(ball("a", 0), ball("b", 0.9)));
        Session session = Session.create(made, SessionLimits.DEFAULT);
        JournalChunk one = steps(session, 1, 10);
        JournalChunk two = steps(session, 11, 20);
        definition = write("definition", DefinitionCodec.encode(made));
        first = write("first", JournalChunkCodec.encode(one));
        second = write("second", JournalChunkCodec.encode(two));
        state = write("state", CheckpointCodec.encode(session.checkpoint()));
        var whole =
                new ReplayCheckpoint(
                        made, JournalChunk.join(List.of(one, two)), session.checkpoint());
        replay = write("replay", ReplayCheckpointCodec.encode(whole));
        resume = write("resume", ResumeCodec.encode(session.resumeFrom(ResumeCodec.baseOf(made))));
        export = write("export", WorldStateCodec.encode(session.worldState()));
    }

    private static JournalChunk steps(Session session, int from, int to) {
        for (int i = from; i <= to; i++) {
            session.submitHost(
                    new CommandId.Host("clock", i), new Operation.Step(StepSpec.of(1 / 60.0)));
        }
        JournalChunk chunk = session.takeChunk();
        assertThat(chunk).isNotNull();
        return chunk;
    }

    private static Cli run(String command, Path... files) {
        String[] arguments = new String[2 + files.length];
        arguments[0] = "checkpoint";
        arguments[1] = command;
        for (int i = 0; i < files.length; i++) {
            arguments[2 + i] = files[i].toString();
        }
        return Cli.run(arguments);
    }

    @Test
    void inspectSaysWhatEachFormHolds() {
        for (Path file : List.of(definition, first, state, replay, resume, export)) {
            Cli shown = run("inspect", file);
            assertThat(shown.exit()).as(shown.err()).isZero();
            assertThat(shown.out()).containsPattern("form +\\w").contains("arena");
        }
        Cli json = Cli.run("checkpoint", "inspect", state.toString(), "--format", "json");
        JsonNode report = JsonMapper.shared().readTree(json.out());
        assertThat(report.path("stepIndex").asInt()).isEqualTo(20);
        assertThat(report.path("bodies").asInt()).isEqualTo(2);
    }

    @Test
    void everySetOfFilesThatGivesTheSessionIsVerified() {
        for (Cli result :
                List.of(
                        run("verify", replay),
                        run("verify", state),
                        run("verify", second, resume, first, definition))) {
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out()).contains("arena", "revision 20, step 20, 2 bodies");
        }
    }

    @Test
    void aMissingChunkAndADamagedFileAreRefusedWithTheReason() throws IOException {
        Cli gap = run("verify", resume, definition, second);
        assertThat(gap.exit()).isEqualTo(ExitCode.NO);
        assertThat(gap.err()).contains("GAP", "entry 0");

        byte[] bytes = Files.readAllBytes(replay);
        bytes[100] ^= 1;
        Files.write(replay, bytes);
        Cli damaged = run("verify", replay);
        assertThat(damaged.exit()).isEqualTo(ExitCode.NO);
        assertThat(damaged.err()).contains("CHECKSUM");
        assertThat(run("inspect", replay).exit()).isEqualTo(ExitCode.NO);
    }

    @Test
    void whatIsNoSetOfFilesIsRefusedInOneLine() {
        assertRefused(run("verify", export), "export is a world-state export");
        assertRefused(run("verify", first), "give a replay checkpoint");
        assertRefused(run("verify", definition), "give a replay checkpoint");
        assertRefused(run("verify", resume, first), "give a replay checkpoint");
        assertRefused(run("verify", replay, state), "replay is a replay checkpoint");
        assertRefused(run("verify", resume, state, definition), "definition is a second base");
        assertRefused(run("verify", resume, resume), "is a second resume descriptor");
    }

    private static void assertRefused(Cli said, String why) {
        assertThat(said.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).startsWith("terrane: ").contains(why).hasLineCount(1);
        assertThat(said.out()).isEmpty();
    }
}
