package dev.terrane.core.chunk;

import org.jspecify.annotations.Nullable;

/**
 * The rules for identifiers and strings, each answering with what is wrong or null. One place, so
 * that constructors, codecs and importers refuse the same things.
 */
public final class Texts {
    /** Bytes of UTF-8 in a layer name, object type, author, source or asset id. */
    public static final int TEXT_BYTES_MAX = 256;

    /** Characters of a world, room or object id. */
    public static final int ID_LENGTH_MAX = 64;

    private static final int ID = 1;
    private static final int ASSET = 2;
    private static final int PLAIN = 4;

    /** What an ASCII character may stand in. */
    private static final byte[] KINDS = kinds();

    /** Letters and symbols that are blank all the same: Hangul's fillers, Braille's empty cell. */
    private static final String BLANK = "\u115f\u1160\u3164\uffa0\u2800";

    private Texts() {}

    private static byte[] kinds() {
        byte[] kinds = new byte[128];
        for (char c = 0x20; c < 0x7f; c++) {
            boolean id =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || c == '_'
                            || c == '-';
            boolean asset = id || c == '.' || c == '/' || c == ':';
            kinds[c] = (byte) (PLAIN | (id ? ID : 0) | (asset ? ASSET : 0));
        }
        return kinds;
    }

    private static boolean isAll(String text, int kind) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 128 || (KINDS[c] & kind) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Ids are {@code [A-Za-z0-9_-]{1,64}}. */
    public static @Nullable String idFault(String id) {
        if (id.isEmpty() || id.length() > ID_LENGTH_MAX) {
            return "an id has 1 to 64 characters, this one has " + id.length();
        }
        return isAll(id, ID) ? null : "an id holds only A-Z a-z 0-9 _ and -";
    }

    /**
     * Asset ids are {@code [A-Za-z0-9_./:-]} of at most 256 bytes; empty only in palette entry 0.
     */
    public static @Nullable String assetFault(String asset) {
        if (asset.isEmpty()) {
            return "an asset id may not be empty";
        }
        if (asset.length() > TEXT_BYTES_MAX) {
            return "an asset id has at most 256 bytes";
        }
        return isAll(asset, ASSET) ? null : "an asset id holds only A-Z a-z 0-9 _ . / : and -";
    }

    /** Plain strings: at most 256 bytes of UTF-8, no control characters, no lone surrogates. */
    public static @Nullable String textFault(String text) {
        return textFault(text, TEXT_BYTES_MAX);
    }

    /** Names for people: plain strings in which there is something to see. */
    public static @Nullable String nameFault(String name) {
        if (name.isEmpty()) {
            return "a name is required";
        }
        String fault = textFault(name);
        if (fault != null) {
            return fault;
        }
        return name.codePoints().anyMatch(Texts::isSeen)
                ? null
                : "a name has something to see in it, not only spaces";
    }

    private static boolean isSeen(int codePoint) {
        if (BLANK.indexOf(codePoint) >= 0) {
            return false;
        }
        return switch (Character.getType(codePoint)) {
            case Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.CONTROL,
                    Character.FORMAT,
                    Character.UNASSIGNED,
                    Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    false;
            default -> true;
        };
    }

    /** As {@link #textFault(String)} with another bound on the bytes. */
    public static @Nullable String textFault(String text, int bytesMax) {
        if (text.length() <= bytesMax && isAll(text, PLAIN)) {
            return null;
        }
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || (c >= 0x7f && c <= 0x9f)) {
                return "control characters are not allowed";
            }
            if (Character.isHighSurrogate(c)) {
                if (i + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return "a lone surrogate is not text";
                }
                i++;
                bytes += 4;
            } else if (Character.isLowSurrogate(c)) {
                return "a lone surrogate is not text";
            } else {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        return bytes > bytesMax ? "at most " + bytesMax + " bytes of UTF-8, not " + bytes : null;
    }

    /** Whether a character may stand in an asset id. */
    public static boolean isAssetCharacter(char c) {
        return c < 128 && (KINDS[c] & ASSET) != 0;
    }

    static void require(@Nullable String fault, String what, Object value) {
        if (fault != null) {
            throw new IllegalArgumentException(what + " " + value + ": " + fault);
        }
    }
}
