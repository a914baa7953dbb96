package dev.terrane.schema.bootstrap;

import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaName;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The documents of a folder, each read once: what is replaced meanwhile is seen whole or not at
 * all, and nothing is read again later. Files that do not end in {@code .json}, and hints, are not
 * opened.
 */
final class BootstrapFolder {
    private static final String SUFFIX = ".json";
    private static final String LONG_SUFFIX = ".schema.json";

    /** Hints lie beside the documents; they are for editors, not for the start. */
    private static final String HINTS_SUFFIX = ".hints.json";

    /** A document with the name its file gives it. Bytes as read. */
    static final class Document {
        private final Path file;
        private final SchemaName name;
        private final byte[] bytes;

        private Document(Path file, SchemaName name, byte[] bytes) {
            this.file = file;
            this.name = name;
            this.bytes = bytes;
        }

        SchemaName name() {
            return name;
        }

        byte[] bytes() {
            return bytes.clone();
        }

        /** The refusal that names this file and every problem in it. */
        TerraneException refusal(List<DocumentProblem> problems) {
            DocumentProblem first = problems.getFirst();
            StringBuilder text = new StringBuilder();
            text.append(file).append(" is not a valid schema document:");
            problems.forEach(
                    problem -> text.append("\n  ").append(file).append(':').append(problem));
            return TerraneException.of(SchemaError.SCHEMA_BOOTSTRAP_FAILED, text.toString())
                    .field(file.toString())
                    .pointer(first.pointer())
                    .position(first.line(), first.column())
                    .toException();
        }

        /** The refusal that names this file and why earlier versions do not allow it. */
        TerraneException incompatible(List<String> reasons) {
            return TerraneException.of(
                            SchemaError.SCHEMA_BOOTSTRAP_FAILED,
                            file
                                    + " cannot follow the versions there are:\n  "
                                    + String.join("\n  ", reasons))
                    .field(file.toString())
                    .toException();
        }
    }

    private BootstrapFolder() {}

    /** The document of this name among some. */
    static Document find(List<Document> documents, SchemaName name) {
        return documents.stream()
                .filter(document -> document.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The folder's documents by file name; refused if one cannot be read or named. */
    static List<Document> read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw refusal(folder, "is no folder, but " + BootstrapProperties.SETTING + " names it");
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            found.forEach(files::add);
            files.removeIf(file -> file.getFileName().toString().endsWith(HINTS_SUFFIX));
        } catch (IOException failure) {
            throw refusal(folder, "cannot be read: " + failure.getMessage());
        }
        files.sort(Comparator.comparing(file -> file.getFileName().toString()));
        Map<SchemaName, Path> names = new HashMap<>();
        List<Document> documents = new ArrayList<>();
        for (Path file : files) {
            SchemaName name = name(file);
            Path other = names.putIfAbsent(name, file);
            if (other != null) {
                throw refusal(file, "has the same schema name as " + other);
            }
            documents.add(new Document(file, name, bytes(file)));
        }
        return documents;
    }

    private static SchemaName name(Path file) {
        String text = file.getFileName().toString();
        String suffix = text.endsWith(LONG_SUFFIX) ? LONG_SUFFIX : SUFFIX;
        return SchemaName.find(text.substring(0, text.length() - suffix.length()))
                .orElseThrow(
                        () ->
                                refusal(
                                        file,
                                        "is not named NAME.json or NAME.schema.json with a name like "
                                                + SchemaName.FORM));
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw refusal(file, "cannot be read: " + failure.getMessage());
        }
    }

    private static TerraneException refusal(Path place, String what) {
        return TerraneException.of(SchemaError.SCHEMA_BOOTSTRAP_FAILED, place + " " + what)
                .field(place.toString())
                .toException();
    }
}
