package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.schema.codegen.CodeGenerator;
import dev.terrane.core.schema.codegen.CodeTarget;
import dev.terrane.core.schema.codegen.GeneratedFile;
import dev.terrane.core.schema.codegen.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes source code for a schema. */
@Command(
        name = "codegen",
        description = {
            "Generates code: constants (index, name, type, mask, wire hash) in Java, TypeScript, C#"
                    + " and GDScript, and typed accessors in Java and TypeScript.",
            "The same document gives the same files; files that are equal already are left alone."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the document is invalid, or --check found a difference",
            "2:a file cannot be read",
            "5:SOURCE is a version, and no gateway answers"
        })
final class SchemaCodegenCommand extends DocumentCommand {
    @Parameters(paramLabel = "SOURCE", description = "A document's file, or a version.")
    private String source = "";

    @Option(
            names = "--language",
            required = true,
            split = ",",
            paramLabel = "LANGUAGE",
            description = "java, typescript, csharp or gdscript; several joined by commas.")
    private List<Language> languages = List.of();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Folder to write into; made when absent.")
    private Path folder = Path.of("");

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "Java package and C# namespace (default: ${DEFAULT-VALUE}).")
    private String namespace = CodeTarget.NAMESPACE_DEFAULT;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the schema (default: that of the version or file).")
    private @Nullable String name;

    @Option(
            names = "--check",
            description = "Writes nothing; fails when a file is not as it would be written.")
    private boolean check;

    @Override
    protected int run() {
        if (!CodeTarget.isNamespace(namespace)) {
            throw usage("--package is identifiers joined by points, not " + namespace);
        }
        Loaded loaded = load(source);
        CodeTarget target = target(loaded);
        int different = 0;
        for (Language language : languages) {
            for (GeneratedFile file : CodeGenerator.generate(language, loaded.document(), target)) {
                different += take(file) ? 1 : 0;
            }
        }
        if (check && different > 0) {
            return ExitCode.NO;
        }
        out().printf(
                        Locale.ROOT,
                        "%s: %s%n",
                        target.schemaId(),
                        different == 0 ? "up to date" : "files written: " + different);
        return ExitCode.OK;
    }

    private CodeTarget target(Loaded loaded) {
        String schema = name != null ? name : loaded.name();
        String id = name != null && loaded.file() != null ? name : loaded.schemaId();
        try {
            return new CodeTarget(schema, id, namespace);
        } catch (IllegalArgumentException e) {
            throw usage(schema + " is no name of a schema ([a-z][a-z0-9-]*); give one with --name");
        }
    }

    /** Whether the file was not as it is to be. */
    private boolean take(GeneratedFile file) {
        Path path = folder.resolve(file.path());
        byte[] text = file.text().getBytes(StandardCharsets.UTF_8);
        try {
            if (Files.exists(path) && java.util.Arrays.equals(Files.readAllBytes(path), text)) {
                return false;
            }
            if (check) {
                err().println(path + ": is not what the document gives");
            } else {
                Files.createDirectories(path.getParent());
                Files.write(path, text);
                out().println(path);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path, e);
        }
    }
}
