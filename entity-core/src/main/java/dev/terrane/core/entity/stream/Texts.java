package dev.terrane.core.entity.stream;

/** Lengths of names as the limits count them. */
final class Texts {
    private Texts() {}

    /** Bytes of the text in UTF-8, without making them. */
    static int utf8Bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c) && i + 1 < text.length()) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }
}
