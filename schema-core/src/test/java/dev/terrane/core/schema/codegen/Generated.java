package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The document the tests generate from, and its files. */
final class Generated {
    /** Names of every kind that is no identifier, or not a free one. */
    static final SchemaDocument AWKWARD = read();

    static final CodeTarget TARGET = new CodeTarget("guest-room", "guest-room@3", "game.guest");

    private Generated() {}

    static List<GeneratedFile> files(Language language) {
        return CodeGenerator.generate(language, AWKWARD, TARGET);
    }

    static void write(Language language, Path folder) throws IOException {
        for (GeneratedFile file : files(language)) {
            Path path = folder.resolve(file.path());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.text());
        }
    }

    private static SchemaDocument read() {
        try (InputStream input = Generated.class.getResourceAsStream("/codegen/awkward.json")) {
            return switch (SchemaReader.read(input.readAllBytes())) {
                case SchemaResult.Ok(SchemaDocument document) -> document;
                case SchemaResult.Rejected rejected ->
                        throw new AssertionError(rejected.toString());
            };
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
