package dev.terrane.cli.map;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.cli.run.GatewayOptions;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * A command that begins a job, or looks after one, and waits for its end. Ended by a signal, it
 * cancels the job, or says how to come back to it.
 */
abstract class ImportCommand extends CliCommand {
    /** Conflicts nobody has decided: nothing was changed. */
    static final int CONFLICTS = 3;

    private static final String TOKEN_SUBJECT = "map-import";

    @Mixin private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    private String shown = "";

    /** Calls as an editor. */
    final ImportClient connect(String world) {
        URI at = gateway.gateway();
        return new ImportClient(at, gateway.token(at, TOKEN_SUBJECT, "editor"), world);
    }

    final OutputFormat format() {
        return format;
    }

    /** Refused by the server: said in one line. */
    final int refused(ImportClient.Answer answer) {
        err().println("terrane: " + answer.text());
        return ExitCode.NO;
    }

    /** Waits for the end of the job that was answered, and reports it. */
    final int follow(ImportClient client, ImportClient.Answer begun, String world)
            throws InterruptedException {
        if (begun.isRefusal()) {
            return refused(begun);
        }
        AtomicReference<@Nullable JsonNode> running = new AtomicReference<>(begun.body());
        Thread hook = new Thread(() -> interrupted(client, running.get(), world));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            JsonNode job =
                    client.await(
                            begun.body(),
                            now -> {
                                running.set(now);
                                progress(now);
                            });
            running.set(null);
            return report(client, job);
        } finally {
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The program is ending, and the hook runs or has run: there is nothing to remove.
            return;
        }
    }

    /** The program ends while the job runs: it is cancelled, if it still can be. */
    final void interrupted(ImportClient client, @Nullable JsonNode job, String world) {
        if (job == null) {
            return;
        }
        String id = ImportClient.id(job);
        try {
            ImportClient.Answer answer = client.act(id, "cancel", "");
            err().println(
                            answer.isRefusal()
                                    ? goesOn(id, world)
                                    : "terrane: import " + id + " is cancelled");
        } catch (InterruptedException | RuntimeException e) {
            err().println(goesOn(id, world));
        }
        err().flush();
    }

    private static String goesOn(String id, String world) {
        return "terrane: import %s goes on without this command; terrane map resume %s --world %s waits for it, terrane map rollback takes it back"
                .formatted(id, id, world);
    }

    private void progress(JsonNode job) {
        JsonNode counts = job.path("progress");
        String state = ImportClient.state(job);
        String member =
                switch (state) {
                    case "staging" -> "staged";
                    case "planning" -> "planned";
                    default -> "committed";
                };
        String text =
                "%s: %d of %d chunks"
                        .formatted(
                                state, counts.path(member).asInt(0), counts.path("total").asInt(0));
        if (!text.equals(shown)) {
            shown = text;
            err().println(text);
            err().flush();
        }
    }

    private int report(ImportClient client, JsonNode job) throws InterruptedException {
        return switch (ImportClient.state(job)) {
            case "done" -> {
                show(job);
                yield ExitCode.OK;
            }
            case "planned" -> planned(client, job);
            case "cancelled" -> {
                err().println("terrane: import " + ImportClient.id(job) + " was cancelled");
                yield ExitCode.NO;
            }
            default -> {
                err().println("terrane: refused: " + ImportClient.said(job.path("problem")));
                yield ExitCode.NO;
            }
        };
    }

    /**
     * The plan was what was asked for, or nobody decided its conflicts. It is shown without an id,
     * because nothing of it stays: a plan that waited would hold its place and its chunks, and the
     * next import, with the same files, plans again anyway.
     */
    private int planned(ImportClient client, JsonNode job) throws InterruptedException {
        show(job);
        if (format == OutputFormat.TEXT) {
            new ImportPlanText(client, out()).print(job);
        }
        ImportClient.Answer cancelled = client.act(ImportClient.id(job), "cancel", "");
        if (cancelled.isRefusal()) {
            return refused(cancelled);
        }
        if (job.path("plan").path("conflicting").asInt(0) == 0) {
            return ExitCode.OK;
        }
        err().println(
                        "terrane: edits and the other side changed the same: nothing was changed;"
                                + " --ours keeps the edits, --theirs drops them");
        return CONFLICTS;
    }

    private void show(JsonNode job) {
        switch (format) {
            case JSON -> printJson(ImportPlanText.document(job));
            case TEXT -> ImportPlanText.summary(job).forEach(out()::println);
        }
    }
}
