package dev.terrane.core.schema;

import org.jspecify.annotations.Nullable;

/** Checks of text that came through JSON escapes, where UTF-8 decoding cannot see them. */
final class UnicodeText {
    /** What is wrong with a text. */
    enum Fault {
        NONE,
        NUL,
        LONE_SURROGATE
    }

    private UnicodeText() {}

    /** The first fault of the text. */
    static Fault faultOf(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == 0) {
                return Fault.NUL;
            }
            if (Character.isSurrogate(unit)) {
                boolean paired =
                        Character.isHighSurrogate(unit)
                                && i + 1 < text.length()
                                && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    return Fault.LONE_SURROGATE;
                }
                i++;
            }
        }
        return Fault.NONE;
    }

    /** Refuses what a document cannot hold; null is no text. */
    static void require(@Nullable String text, String what) {
        if (text != null && faultOf(text) != Fault.NONE) {
            throw new IllegalArgumentException(what + " has a NUL or a lone surrogate");
        }
    }

    /** Length in UTF-8 bytes of a text without lone surrogates. */
    static int utf8Length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes += 1;
            } else if (unit < 0x800 || Character.isSurrogate(unit)) {
                // Each half of a surrogate pair stands for two of its four bytes.
                bytes += 2;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }
}
