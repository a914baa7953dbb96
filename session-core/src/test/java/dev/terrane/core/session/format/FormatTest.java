package dev.terrane.core.session.format;

import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.Fixtures;
import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Restore;
import dev.terrane.core.session.Restored;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.AllocationMeter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FormatTest {
    private static final SessionDefinition DEFINITION =
            Fixtures.definition(
                    new Vec2(0, 1),
                    ball("a", 0, 0, 0.5),
                    ball("b", 0.9, 0, 0.5),
                    box("w", 0, 3, 2, 1));

    private static final StepSpec STEP =
            new StepSpec(0.02, 2, List.of(new RadialField(new BodyId("a"), new Vec2(1, 1), 5, 4)));

    private static List<ContactFact> facts() {
        Session session = Session.create(DEFINITION, SessionLimits.DEFAULT);
        List<ContactFact> facts = new ArrayList<>(Fixtures.step(session).facts());
        facts.addAll(Fixtures.accept(session, new Operation.Remove(new BodyId("a"))).facts());
        return facts;
    }

    /** A session with every kind of command, a rejection, a run and an open contact. */
    private static Session worked() {
        Session session = Session.create(DEFINITION, SessionLimits.DEFAULT);
        BodyId a = new BodyId("a");
        Operation step = new Operation.Step(StepSpec.of(Fixtures.TICK));
        for (int i = 1; i <= 3; i++) {
            session.submitHost(new CommandId.Host("clock", i), step);
        }
        List<Operation> operations =
                List.of(
                        new Operation.Spawn(ball("c", 5, 0, 0.25)),
                        new Operation.Teleport(new BodyId("c"), new Vec2(-3, 1), 0.5),
                        new Operation.SetVelocity(a, new Vec2(1, -1), 0.25),
                        new Operation.Configure(a, BodyKind.DYNAMIC, new Shape.Circle(0.5), 2, 0.5),
                        new Operation.SetProfile(
                                a,
                                new BodyDefinition.Profile(
                                        true, false, new CollisionFilter(6, -1L, 3))),
                        new Operation.ApplyForce(a, new Vec2(3, 4)),
                        new Operation.ApplyTorque(a, 0.5),
                        new Operation.Step(
                                new StepSpec(
                                        0.02,
                                        2,
                                        List.of(new RadialField(a, new Vec2(1, 1), 5, 4)))),
                        new Operation.Remove(new BodyId("c")),
                        new Operation.Remove(new BodyId("c")));
        for (int i = 0; i < operations.size(); i++) {
            Fixtures.submit(session, command("c" + i, operations.get(i)));
        }
        return session;
    }

    private static byte[] chunkBytes() {
        JournalChunk chunk = worked().takeChunk();
        return JournalChunkCodec.encode(chunk);
    }

    private static ReplayCheckpoint replayCheckpoint() {
        Session session = worked();
        return new ReplayCheckpoint(DEFINITION, session.takeChunk(), session.checkpoint());
    }

    private static ResumeDescriptor resumeDescriptor() {
        return worked().resumeFrom(ResumeCodec.baseOf(DEFINITION));
    }

    @Test
    void equalStepsOfTheHostBecomeOneRun() {
        JournalChunk chunk = worked().takeChunk();
        assertThat(chunk.records().getFirst())
                .isInstanceOfSatisfying(
                        JournalRecord.StepRun.class, run -> assertThat(run.count()).isEqualTo(3));
        assertThat(chunk.commandCount()).isEqualTo(12);
        assertThat(chunk.records()).hasSize(11);
    }

    @Test
    void goldenBytesStay() throws IOException {
        assertGolden("definition", DefinitionCodec.encode(DEFINITION));
        assertGolden("journal-chunk", chunkBytes());
        assertGolden("checkpoint", CheckpointCodec.encode(worked().checkpoint()));
        assertGolden("replay-checkpoint", ReplayCheckpointCodec.encode(replayCheckpoint()));
        assertGolden("resume-descriptor", ResumeCodec.encode(resumeDescriptor()));
        assertGolden("world-state", WorldStateCodec.encode(worked().worldState()));
        assertGolden("facts", FactCodec.encode(facts()));
        assertGolden("step", StepCodec.encode(STEP));
    }

    private static void assertGolden(String name, byte[] bytes) throws IOException {
        String folder = System.getProperty("terrane.golden.write");
        if (folder != null) {
            Files.writeString(
                    Path.of(folder, name + ".v1.hex"), HexFormat.of().formatHex(bytes) + "\n");
            return;
        }
        String resource = "/golden/session/" + name + ".v1.hex";
        try (InputStream in = FormatTest.class.getResourceAsStream(resource)) {
            assertThat(in)
                    .as("%s should hold %s", resource, HexFormat.of().formatHex(bytes))
                    .isNotNull();
            String expected = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(expected);
        }
    }

    @Test
    void theGoldenLifeIsStillLivedTheSameWay() throws IOException {
        // Written by an earlier build: every step since must give the same bits, or be refused.
        var decoded = ReplayCheckpointCodec.decode(golden("replay-checkpoint"));
        ReplayCheckpoint life = ((Decoded.Ok<ReplayCheckpoint>) decoded).value();
        assertThat(Restore.replay(life, SessionLimits.DEFAULT, ReplayListener.NONE))
                .isInstanceOf(Restored.Ok.class);
    }

    private static byte[] golden(String name) throws IOException {
        String resource = "/golden/session/" + name + ".v1.hex";
        try (InputStream in = FormatTest.class.getResourceAsStream(resource)) {
            String hex = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(hex.strip());
        }
    }

    @Test
    void decodedValuesGiveTheSameBytes() {
        check(DefinitionCodec.encode(DEFINITION), DefinitionCodec::decode, DefinitionCodec::encode);
        check(chunkBytes(), JournalChunkCodec::decode, JournalChunkCodec::encode);
        check(
                CheckpointCodec.encode(worked().checkpoint()),
                CheckpointCodec::decode,
                CheckpointCodec::encode);
        check(
                ReplayCheckpointCodec.encode(replayCheckpoint()),
                ReplayCheckpointCodec::decode,
                ReplayCheckpointCodec::encode);
        check(ResumeCodec.encode(resumeDescriptor()), ResumeCodec::decode, ResumeCodec::encode);
        check(
                WorldStateCodec.encode(worked().worldState()),
                WorldStateCodec::decode,
                WorldStateCodec::encode);
        check(FactCodec.encode(facts()), FactCodec::decode, FactCodec::encode);
        check(StepCodec.encode(STEP), StepCodec::decode, StepCodec::encode);
    }

    /**
     * Round trip, truncation at every length, one flipped bit in every byte, bytes after the end.
     */
    private static <T> void check(
            byte[] bytes, Function<byte[], Decoded<T>> decode, Function<T, byte[]> encode) {
        var ok = (Decoded.Ok<T>) decode.apply(bytes);
        assertThat(encode.apply(ok.value())).isEqualTo(bytes);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(decode.apply(Arrays.copyOf(bytes, length)))
                    .isInstanceOf(Decoded.Rejected.class);
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            assertThat(decode.apply(flipped)).isInstanceOf(Decoded.Rejected.class);
        }
        assertThat(decode.apply(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void aBodyWithAWrongShapeInsideIsRejectedEvenWithARightChecksum() {
        byte[] bytes = chunkBytes();
        for (int i = Frame.HEADER_BYTES; i < bytes.length - Hash.BYTES; i++) {
            for (int bit = 0; bit < 8; bit += 3) {
                byte[] forged = bytes.clone();
                forged[i] ^= (byte) (1 << bit);
                reseal(forged);
                // Whatever it says now, it is read canonically or refused; it never throws.
                if (JournalChunkCodec.decode(forged) instanceof Decoded.Ok<JournalChunk>(var v)) {
                    assertThat(JournalChunkCodec.encode(v)).isEqualTo(forged);
                }
            }
        }
    }

    private static void reseal(byte[] bytes) {
        int end = bytes.length - Hash.BYTES;
        byte[] hash = Hash.of(Arrays.copyOf(bytes, end)).toBytes();
        System.arraycopy(hash, 0, bytes, end, Hash.BYTES);
    }

    @Test
    void aWorldStateIsNothingToRestoreFrom() {
        byte[] export = WorldStateCodec.encode(worked().worldState());
        assertThat(CheckpointCodec.decode(export))
                .isEqualTo(
                        new Decoded.Rejected<>(
                                Decoded.Reason.MALFORMED,
                                "0: this is 'TSWS', expected was 'TSCP'"));
        assertThat(ReplayCheckpointCodec.decode(export)).isInstanceOf(Decoded.Rejected.class);
        assertThat(DefinitionCodec.decode(export)).isInstanceOf(Decoded.Rejected.class);
        assertThat(((Decoded.Ok<SessionFile>) SessionFile.decode(export)).value())
                .isInstanceOf(SessionFile.Export.class);
    }

    @Test
    void listsOutOfOrderAreRefused() {
        // Two bodies of equal length change places; nothing else does.
        byte[] bytes = DefinitionCodec.encode(DEFINITION);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int a = text.indexOf("\u0001\0\0\0a");
        int b = text.indexOf("\u0001\0\0\0b");
        byte[] swapped = bytes.clone();
        swapped[a + 4] = 'b';
        swapped[b + 4] = 'a';
        reseal(swapped);
        assertThat(DefinitionCodec.decode(swapped))
                .isInstanceOfSatisfying(
                        Decoded.Rejected.class,
                        rejected -> assertThat(rejected.location()).contains("out of order"));
    }

    @Test
    void aHugeCountAllocatesNothing() throws Exception {
        byte[] bytes = DefinitionCodec.encode(Fixtures.definition(Vec2.ZERO));
        int count = bytes.length - Hash.BYTES - 4;
        bytes[count] = -1;
        bytes[count + 1] = -1;
        bytes[count + 2] = -1;
        bytes[count + 3] = 0x7F;
        reseal(bytes);
        long most = 64 << 10;
        var measured = AllocationMeter.cheapest(most, () -> () -> DefinitionCodec.decode(bytes));
        assertThat(measured.value()).isInstanceOf(Decoded.Rejected.class);
        assertThat(measured.bytes()).isLessThan(most);
    }

    @Test
    void anotherVersionIsRefusedByNumber() {
        byte[] bytes = chunkBytes();
        bytes[4] = 9;
        assertThat(JournalChunkCodec.decode(bytes))
                .isEqualTo(new Decoded.Rejected<>(Decoded.Reason.VERSION, "4: version 9"));
    }
}
