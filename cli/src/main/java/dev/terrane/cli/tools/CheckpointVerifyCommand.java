package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Restore;
import dev.terrane.core.session.Restored;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionInfo;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.SessionFile;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Rebuilds a session from its files and says whether it is the one they claim. */
@Command(
        name = "verify",
        description = {
            "Rebuilds a session from its files and compares it with what they claim:",
            "a replay checkpoint by running its whole journal; a state checkpoint by restoring it;",
            "a resume descriptor with its base and journal chunks, in any order, by running those."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the files do not give that session, with the reason",
            "2:a file cannot be read, or the files are no such set"
        })
final class CheckpointVerifyCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files of one session.")
    private List<Path> files = List.of();

    private @Nullable ResumeDescriptor descriptor;
    private Restore.@Nullable Base base;
    private final List<JournalChunk> chunks = new ArrayList<>();
    private @Nullable Restored restored;

    @Override
    public Integer call() {
        for (Path file : files) {
            switch (SessionFile.decode(read(file))) {
                case Decoded.Rejected<SessionFile> rejected -> {
                    return SessionFiles.refuse(err(), file, rejected);
                }
                case Decoded.Ok<SessionFile>(SessionFile known) -> {
                    String mistake = take(file, known);
                    if (mistake != null) {
                        return noSuchSet(mistake);
                    }
                }
            }
        }
        Restored result = rebuild();
        return switch (result) {
            case null ->
                    noSuchSet(
                            "give a replay checkpoint, a state checkpoint, or a resume descriptor"
                                    + " with its base and journal chunks");
            case Restored.Ok(Session session) -> {
                print(session);
                yield ExitCode.OK;
            }
            case Restored.Refused(var reason, String detail) -> {
                err().printf(Locale.ROOT, "terrane: %s: %s%n", reason, detail);
                yield ExitCode.NO;
            }
        };
    }

    private int noSuchSet(String mistake) {
        err().printf(Locale.ROOT, "terrane: %s%n", mistake);
        return ExitCode.USAGE;
    }

    /** Takes up a file; tells why it does not belong to the others, or null. */
    private @Nullable String take(Path file, SessionFile known) {
        return switch (known) {
            case SessionFile.Replay(var checkpoint) -> {
                if (files.size() > 1) {
                    yield file + " is a replay checkpoint; it is verified alone";
                }
                restored = Restore.replay(checkpoint, SessionLimits.DEFAULT, ReplayListener.NONE);
                yield null;
            }
            case SessionFile.State(var state) -> takeBase(file, new Restore.Base.Checkpoint(state));
            case SessionFile.Definition(var definition) ->
                    takeBase(file, new Restore.Base.Definition(definition));
            case SessionFile.Resume(var resume) -> {
                boolean second = descriptor != null;
                descriptor = resume;
                yield second ? file + " is a second resume descriptor" : null;
            }
            case SessionFile.Chunk(var chunk) -> {
                chunks.add(chunk);
                yield null;
            }
            case SessionFile.Export export ->
                    file + " is a world-state export: nothing is restored from it";
            case SessionFile.Facts facts -> file + " holds facts, no session";
            case SessionFile.Step step -> file + " holds a step, no session";
        };
    }

    private @Nullable String takeBase(Path file, Restore.Base given) {
        boolean second = base != null;
        base = given;
        return second ? file + " is a second base" : null;
    }

    /** The session of the files, or null if they are no set that gives one. */
    private @Nullable Restored rebuild() {
        if (restored != null) {
            return restored;
        }
        if (descriptor != null && base != null) {
            return Restore.resume(
                    descriptor, base, chunks, SessionLimits.DEFAULT, ReplayListener.NONE);
        }
        return base instanceof Restore.Base.Checkpoint(SessionState state) && files.size() == 1
                ? restore(state)
                : null;
    }

    private static Restored restore(SessionState state) {
        try {
            Session session = Session.restore(state, SessionLimits.DEFAULT);
            Hash again = Hash.of(CheckpointCodec.encode(session.checkpoint()));
            Hash given = Hash.of(CheckpointCodec.encode(state));
            return again.equals(given)
                    ? new Restored.Ok(session)
                    : new Restored.Refused(
                            Restored.Reason.END, "restored is " + again + ", given " + given);
        } catch (IllegalArgumentException e) {
            return new Restored.Refused(Restored.Reason.STATE, String.valueOf(e.getMessage()));
        }
    }

    private void print(Session session) {
        SessionInfo info = session.info();
        out().printf(
                        Locale.ROOT,
                        "%s generation %s verified: revision %d, step %d, %d bodies, digest %s%n",
                        info.id(),
                        info.generation(),
                        info.revision(),
                        info.stepIndex(),
                        info.bodies(),
                        info.digest());
    }
}
