package dev.terrane.core.schema;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents of format {@code ark.entity-schema} version 1: strict UTF-8 without byte order
 * mark, strict JSON without duplicate keys, and every rule of the format. A document is accepted or
 * refused as a whole; a refusal lists all mistakes up to the limit. Stateless and safe for all
 * threads; memory is bounded by the limits, about 60 bytes a byte of input in the worst case.
 */
public final class SchemaReader {
    private SchemaReader() {}

    /** Reads a document with the default limits. */
    public static SchemaResult read(byte[] utf8) {
        return read(utf8, SchemaLimits.DEFAULT);
    }

    /** Reads a document. The bytes are not kept. */
    public static SchemaResult read(byte[] utf8, SchemaLimits limits) {
        Problems problems = new Problems(limits.problemsMax());
        SourceNode root = readTree(utf8, limits, problems);
        Optional<SchemaDocument> document =
                root == null ? Optional.empty() : new DocumentReader(limits, problems).read(root);
        return document.isPresent() && problems.isEmpty()
                ? new SchemaResult.Ok(document.get())
                : problems.toRejected();
    }

    /** The tree of a text in UTF-8, or null after the reason was reported. */
    static @Nullable SourceNode readTree(byte[] utf8, SchemaLimits limits, Problems problems) {
        String text = decode(utf8, limits, problems);
        return text == null ? null : SourceTreeReader.read(text, limits, problems);
    }

    private static @Nullable String decode(byte[] utf8, SchemaLimits limits, Problems problems) {
        if (utf8.length > limits.documentBytesMax()) {
            problems.add(
                    SchemaRule.LIMIT_BYTES,
                    JsonPath.ROOT,
                    SourcePosition.START,
                    "a document has at most "
                            + limits.documentBytesMax()
                            + " bytes, this one "
                            + utf8.length);
            return null;
        }
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer input = ByteBuffer.wrap(utf8);
        CharBuffer output = CharBuffer.allocate(utf8.length);
        CoderResult outcome = decoder.decode(input, output, true);
        String text = output.flip().toString();
        if (outcome.isError()) {
            problems.add(
                    SchemaRule.JSON_ENCODING,
                    JsonPath.ROOT,
                    endOf(text),
                    "the bytes from offset " + input.position() + " are not UTF-8");
            return null;
        }
        if (text.startsWith("\uFEFF")) {
            problems.add(
                    SchemaRule.JSON_BOM,
                    JsonPath.ROOT,
                    SourcePosition.START,
                    "the document begins with a byte order mark; save it as UTF-8 without one");
            return null;
        }
        return text;
    }

    private static SourcePosition endOf(String text) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < text.length(); i++) {
            boolean loneReturn =
                    text.charAt(i) == '\r'
                            && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
            if (text.charAt(i) == '\n' || loneReturn) {
                line++;
                lineStart = i + 1;
            }
        }
        return new SourcePosition(line, text.length() - lineStart + 1);
    }
}
