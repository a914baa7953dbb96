package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.run.GatewayOptions;
import dev.terrane.cli.tools.ToolCommand;
import dev.terrane.core.schema.HintsReader;
import dev.terrane.core.schema.HintsResult;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that works on the document of a SOURCE. */
abstract class DocumentCommand extends ToolCommand {
    private static final Pattern REFERENCE =
            Pattern.compile("[a-z][a-z0-9-]{0,62}(@[a-z0-9-]{1,63})?");

    @Mixin private GatewayOptions gateway = new GatewayOptions();

    /**
     * A document and where it is from.
     *
     * @param shown how to name it to people
     * @param name name of its schema, as far as it can be told
     * @param schemaId {@code name@version} of a published one, otherwise the name
     * @param document the document
     * @param file the file it was read from, or null
     */
    protected record Loaded(
            String shown,
            String name,
            String schemaId,
            SchemaDocument document,
            @Nullable Path file) {}

    /** What stops a command; everything is said already. */
    protected static final class Ended extends RuntimeException {
        private final int exit;

        Ended(int exit) {
            super("exit " + exit, null, false, false);
            this.exit = exit;
        }
    }

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (Ended ended) {
            return ended.exit;
        }
    }

    /** Does the work; the exit code. */
    protected abstract int run();

    /** The server, with these roles where a development token is made. */
    protected final SchemaRemote server(String... roles) {
        URI at = gateway.gateway();
        return new SchemaRemote(at, gateway.token(at, "schema-cli", roles));
    }

    /** The document of a source; ends the command when there is none. */
    protected final Loaded load(String source) {
        // A hash has a colon, which is no part of a path everywhere.
        boolean isHash = source.startsWith("sha256:");
        boolean isReference = isHash || REFERENCE.matcher(source).matches();
        boolean onServer = isReference && (isHash || !Files.exists(Path.of(source)));
        return onServer ? fetch(source) : readDocument(Path.of(source));
    }

    private Loaded fetch(String reference) {
        SchemaRemote.Answer answer =
                server("viewer")
                        .get("/api/v1/schemas/" + SchemaRemote.encode(reference) + "/document");
        if (!answer.isOk()) {
            throw refused(answer);
        }
        String id = answer.header("Terrane-Schema-Id");
        String name = id.isEmpty() ? reference : id;
        int at = name.indexOf('@');
        return new Loaded(
                name,
                at < 0 ? name : name.substring(0, at),
                name,
                parse(reference, answer.body()),
                null);
    }

    private Loaded readDocument(Path file) {
        String name = SchemaFolder.nameOf(file);
        return new Loaded(file.toString(), name, name, parse(file.toString(), read(file)), file);
    }

    private SchemaDocument parse(String shown, byte[] bytes) {
        return switch (SchemaReader.read(bytes)) {
            case SchemaResult.Ok(SchemaDocument document) -> document;
            case SchemaResult.Rejected(var problems) ->
                    throw refused(problems.stream().map(each -> shown + ":" + each).toList());
        };
    }

    /** The hints in a file, or beside the document; none when there is no such file. */
    protected final SchemaHints hints(Loaded source, @Nullable Path named) {
        Optional<Path> file =
                named != null
                        ? Optional.of(named)
                        : Optional.ofNullable(source.file())
                                .map(SchemaFolder::hintsBeside)
                                .filter(Files::exists);
        return file.map(path -> hints(path, source.document())).orElse(SchemaHints.NONE);
    }

    private SchemaHints hints(Path file, SchemaDocument document) {
        return switch (HintsReader.read(
                read(file), document, HintsReader.Unknown.REFUSE, SchemaLimits.DEFAULT)) {
            case HintsResult.Ok(SchemaHints hints) -> hints;
            case HintsResult.Rejected(var problems) ->
                    throw refused(problems.stream().map(each -> file + ":" + each).toList());
        };
    }

    /** Says why not, and ends the command. */
    protected final Ended refused(List<String> reasons) {
        reasons.forEach(err()::println);
        return new Ended(ExitCode.NO);
    }

    /** Says what the server said, every place it names, and ends the command. */
    protected final Ended refused(SchemaRemote.Answer answer) {
        err().println("terrane: " + answer.problem());
        Refusals.places(answer.json()).forEach(err()::println);
        String fix = answer.json().path("fix").asString("");
        if (!fix.isEmpty()) {
            err().println("  fix:  " + fix);
        }
        return new Ended(answer.status() == 503 ? ExitCode.NOT_RUNNING : ExitCode.NO);
    }

    /** Writes an answer to a file, or prints it as it is. */
    protected final void answer(@Nullable Path target, String text) {
        if (target == null) {
            out().print(text);
            out().flush();
        } else {
            write(target, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }
}
