package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.SessionFile;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.ContactState;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What is said of a session's file. */
final class SessionFiles {
    private SessionFiles() {}

    /** Prints file, reason and place; returns the exit code. */
    static int refuse(PrintWriter err, Path file, Decoded.Rejected<?> rejected) {
        err.printf(
                Locale.ROOT,
                "terrane: %s: %s at %s%n",
                file,
                rejected.reason(),
                rejected.location());
        return ExitCode.NO;
    }

    /** The file in short, a name and a value a line. */
    static Map<String, Object> report(SessionFile file) {
        Map<String, Object> report = new LinkedHashMap<>();
        switch (file) {
            case SessionFile.Definition(var definition) -> {
                report.put("form", "definition");
                add(report, definition);
            }
            case SessionFile.Chunk(var chunk) -> {
                report.put("form", "journal chunk");
                add(report, chunk);
            }
            case SessionFile.State(var state) -> {
                report.put("form", "state checkpoint");
                add(report, state);
            }
            case SessionFile.Replay(var replay) -> {
                report.put("form", "replay checkpoint");
                add(report, replay.end());
                report.put("records", replay.journal().records().size());
                report.put("initialBodies", replay.definition().bodies().size());
            }
            case SessionFile.Resume(var descriptor) -> {
                report.put("form", "resume descriptor");
                add(report, descriptor);
            }
            case SessionFile.Export(var world) -> {
                report.put("form", "world-state export");
                add(report, world);
            }
            case SessionFile.Facts(var facts) -> {
                report.put("form", "contact facts");
                report.put("facts", facts.size());
            }
            case SessionFile.Step(var step) -> {
                report.put("form", "step");
                report.put("seconds", step.seconds());
                report.put("substeps", step.substeps());
                report.put("fields", step.fields().size());
            }
        }
        return report;
    }

    private static void add(Map<String, Object> report, SessionDefinition definition) {
        report.put("session", definition.id().value());
        report.put("generation", definition.generation().value());
        report.put("seconds", definition.seconds());
        report.put("bodies", definition.bodies().size());
    }

    private static void add(Map<String, Object> report, JournalChunk chunk) {
        report.put("session", chunk.session().value());
        report.put("generation", chunk.generation().value());
        report.put("engine", chunk.engine());
        report.put("firstEntry", chunk.firstEntry());
        report.put("firstRevision", chunk.firstIndex());
        report.put("records", chunk.records().size());
        report.put("commands", chunk.commandCount());
        report.put(
                "rejected",
                chunk.records().stream().filter(JournalRecord.Rejected.class::isInstance).count());
        report.put("digest", chunk.digestAfter().toHex());
    }

    private static void add(Map<String, Object> report, SessionState state) {
        SessionState.Origin origin = state.origin();
        report.put("session", origin.id().value());
        report.put("generation", origin.generation().value());
        report.put("engine", origin.engine());
        add(report, state.progress());
        report.put("bodies", state.bodies().size());
        report.put("pairs", state.contacts().size());
        report.put(
                "openContacts", state.contacts().stream().filter(ContactState::touching).count());
        report.put("clientIds", state.ledger().ids().size());
        report.put("receipts", state.ledger().recent().size());
    }

    private static void add(Map<String, Object> report, SessionState.Progress progress) {
        report.put("revision", progress.revision());
        report.put("entries", progress.entries());
        report.put("stepIndex", progress.stepIndex());
        report.put("seconds", progress.seconds());
        report.put("disposed", progress.disposed());
        report.put("digest", progress.digest().toHex());
    }

    private static void add(Map<String, Object> report, ResumeDescriptor descriptor) {
        report.put("session", descriptor.session().value());
        report.put("generation", descriptor.generation().value());
        report.put("engine", descriptor.engine());
        ResumeDescriptor.Base base = descriptor.base();
        report.put("base", base.kind().name().toLowerCase(Locale.ROOT));
        report.put("baseEntry", base.entries());
        report.put("baseRevision", base.revision());
        report.put("baseHash", base.hash().toHex());
        add(report, descriptor.end());
        report.put("state", descriptor.state().toHex());
    }

    private static void add(Map<String, Object> report, WorldState world) {
        report.put("session", world.session().value());
        report.put("generation", world.generation().value());
        report.put("engine", world.engine());
        report.put("revision", world.revision());
        report.put("stepIndex", world.stepIndex());
        report.put("seconds", world.seconds());
        report.put("bodies", world.bodies().size());
        report.put("openContacts", world.episodes().size());
    }
}
