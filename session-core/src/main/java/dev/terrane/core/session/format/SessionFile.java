package dev.terrane.core.session.format;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.StepSpec;
import java.util.List;
import java.util.function.Function;

/** Any of a session's binary forms, told apart by its magic number: for tools. */
public sealed interface SessionFile {
    /** What a session was made from. */
    record Definition(SessionDefinition value) implements SessionFile {}

    /** A piece of a journal. */
    record Chunk(JournalChunk value) implements SessionFile {}

    /** A state checkpoint. */
    record State(SessionState value) implements SessionFile {}

    /** A replay checkpoint. */
    record Replay(ReplayCheckpoint value) implements SessionFile {}

    /** A resume descriptor. */
    record Resume(ResumeDescriptor value) implements SessionFile {}

    /** A world-state export. */
    record Export(WorldState value) implements SessionFile {}

    /** Facts of one command. */
    record Facts(List<ContactFact> value) implements SessionFile {
        public Facts {
            value = List.copyOf(value);
        }
    }

    /** A step as a clock repeats it. */
    record Step(StepSpec value) implements SessionFile {}

    /** The form these bytes have. */
    static Decoded<SessionFile> decode(byte[] bytes) {
        return switch (Frame.magicOf(bytes)) {
            case "TSDF" -> as(DefinitionCodec.decode(bytes), Definition::new);
            case "TSJC" -> as(JournalChunkCodec.decode(bytes), Chunk::new);
            case "TSCP" -> as(CheckpointCodec.decode(bytes), State::new);
            case "TSRP" -> as(ReplayCheckpointCodec.decode(bytes), Replay::new);
            case "TSRD" -> as(ResumeCodec.decode(bytes), Resume::new);
            case "TSWS" -> as(WorldStateCodec.decode(bytes), Export::new);
            case "TSFA" -> as(FactCodec.decode(bytes), Facts::new);
            case "TSST" -> as(StepCodec.decode(bytes), Step::new);
            default ->
                    new Decoded.Rejected<>(
                            Decoded.Reason.MALFORMED, "0: no magic number of a session's forms");
        };
    }

    private static <T> Decoded<SessionFile> as(
            Decoded<T> decoded, Function<T, ? extends SessionFile> form) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> new Decoded.Ok<>(form.apply(value));
            case Decoded.Rejected<T>(var reason, String location) ->
                    new Decoded.Rejected<>(reason, location);
        };
    }
}
