package dev.terrane.cli.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A folder as {@code schema publish} and {@code schema.bootstrap} take it: documents in NAME.json
 * or NAME.schema.json, their hints in NAME.hints.json.
 */
final class SchemaFolder {
    private static final String SUFFIX = ".json";
    private static final String LONG_SUFFIX = ".schema.json";
    private static final String HINTS_SUFFIX = ".hints.json";

    private SchemaFolder() {}

    /** The documents by file name; a file given instead of a folder is the only one. */
    static List<Path> documents(Path folder) {
        if (Files.isRegularFile(folder)) {
            return List.of(folder);
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            found.forEach(files::add);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + folder, failure);
        }
        files.removeIf(file -> file.getFileName().toString().endsWith(HINTS_SUFFIX));
        files.sort(Comparator.comparing(file -> file.getFileName().toString()));
        return files;
    }

    /** The name a file gives its schema. */
    static String nameOf(Path file) {
        String text = String.valueOf(file.getFileName());
        String suffix = text.endsWith(LONG_SUFFIX) ? LONG_SUFFIX : SUFFIX;
        return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
    }

    /** Where the hints of a document are, if it has any. */
    static Path hintsBeside(Path document) {
        return document.resolveSibling(nameOf(document) + HINTS_SUFFIX);
    }
}
