package dev.terrane.core.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Documents and shortcuts the tests of this package share. */
final class Fixtures {
    /** The format's own example, in a layout that is not canonical. */
    static final String EXAMPLE = text("example.json");

    /** Every type at its edges, in canonical form. */
    static final String ALL_TYPES = text("all-types.json");

    private Fixtures() {}

    static String text(String name) {
        try (InputStream input = Fixtures.class.getResourceAsStream("/schema/" + name)) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static SchemaResult read(String text) {
        return SchemaReader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    static SchemaDocument document(String text) {
        return switch (read(text)) {
            case SchemaResult.Ok(SchemaDocument document) -> document;
            case SchemaResult.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }

    static SchemaResult.Rejected rejected(String text) {
        return switch (read(text)) {
            case SchemaResult.Ok ok -> throw new AssertionError("accepted: " + ok);
            case SchemaResult.Rejected rejected -> rejected;
        };
    }

    /** The all-types document with one text replaced, which must occur. */
    static String allTypesWith(String old, String replacement) {
        if (!ALL_TYPES.contains(old)) {
            throw new AssertionError("the fixture has no " + old);
        }
        return ALL_TYPES.replaceFirst(
                java.util.regex.Pattern.quote(old),
                java.util.regex.Matcher.quoteReplacement(replacement));
    }
}
