package dev.terrane.core.schema.csv;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The text of a file: UTF-8 with or without byte order mark, or UTF-16 with one. */
final class CsvText {
    private CsvText() {}

    /** The text, or nothing after the reason was reported. */
    static Optional<String> decode(byte[] bytes, CsvLimits limits, CsvProblems problems) {
        if (bytes.length > limits.bytesMax()) {
            problems.add(
                    CsvRule.CSV_LIMIT_BYTES,
                    0,
                    0,
                    "",
                    "a file has at most " + limits.bytesMax() + " bytes, this one " + bytes.length);
            return Optional.empty();
        }
        Charset charset = charset(bytes);
        try {
            CharBuffer text =
                    charset.newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT)
                            .decode(ByteBuffer.wrap(bytes));
            String all = text.toString();
            return Optional.of(all.startsWith("\uFEFF") ? all.substring(1) : all);
        } catch (CharacterCodingException _) {
            problems.add(
                    CsvRule.CSV_ENCODING,
                    0,
                    0,
                    "",
                    "line "
                            + lineOfFault(bytes, charset)
                            + " is not "
                            + charset.name()
                            + "; save the table as CSV UTF-8");
            return Optional.empty();
        }
    }

    private static Charset charset(byte[] bytes) {
        if (bytes.length >= 2 && bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE) {
            return StandardCharsets.UTF_16LE;
        }
        return bytes.length >= 2 && bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                ? StandardCharsets.UTF_16BE
                : StandardCharsets.UTF_8;
    }

    private static long lineOfFault(byte[] bytes, Charset charset) {
        CharBuffer before = CharBuffer.allocate(bytes.length);
        charset.newDecoder().decode(ByteBuffer.wrap(bytes), before, true);
        return before.flip().chars().filter(unit -> unit == '\n').count() + 1;
    }
}
