package dev.terrane.core.chunk;

/**
 * Recognises the common part of RFC 8785 text without building a tree: ASCII strings without
 * escapes, and numbers whose canonical form is certain from their digits. What it does not
 * recognise may be canonical all the same and takes the slow path.
 */
final class CanonicalScan {
    /** Decimals of at most this many digits have doubles of their own, and so print as they are. */
    private static final int DIGITS_MAX = 15;

    /** ECMAScript prints smaller fractions with an exponent. */
    private static final int LEADING_ZEROS_MAX = 5;

    private static final boolean[] PLAIN = plain();

    private final byte[] text;
    private final int end;
    private final int depthMax;
    private int at;

    private CanonicalScan(byte[] text, int offset, int length, int depthMax) {
        this.text = text;
        this.at = offset;
        this.end = offset + length;
        this.depthMax = depthMax;
    }

    /** Characters that stand for themselves inside a string, by unsigned byte. */
    private static boolean[] plain() {
        boolean[] plain = new boolean[256];
        for (int c = 0x20; c < 0x7f; c++) {
            plain[c] = c != '"' && c != '\\';
        }
        return plain;
    }

    /** Whether the bytes are certainly one canonical object of at most so many levels. */
    static boolean isObject(byte[] text, int offset, int length, int depthMax) {
        CanonicalScan scan = new CanonicalScan(text, offset, length, depthMax);
        return scan.peek() == '{' && scan.value(1) && scan.at == scan.end;
    }

    private int peek() {
        return at < end ? text[at] : 0;
    }

    private boolean take(char expected) {
        if (peek() != expected) {
            return false;
        }
        at++;
        return true;
    }

    private boolean value(int depth) {
        return switch (peek()) {
            case '{' -> depth <= depthMax && object(depth);
            case '[' -> depth <= depthMax && array(depth);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean object(int depth) {
        at++;
        if (take('}')) {
            return true;
        }
        int previousStart = -1;
        int previousEnd = -1;
        while (true) {
            int start = at + 1;
            if (!string()) {
                return false;
            }
            int end = at - 1;
            if (previousStart >= 0 && !ascends(previousStart, previousEnd, start, end)) {
                return false;
            }
            previousStart = start;
            previousEnd = end;
            if (!take(':') || !value(depth + 1)) {
                return false;
            }
            if (take('}')) {
                return true;
            }
            if (!take(',')) {
                return false;
            }
        }
    }

    private boolean ascends(int start, int end, int nextStart, int nextEnd) {
        int common = Math.min(end - start, nextEnd - nextStart);
        for (int i = 0; i < common; i++) {
            int difference = text[start + i] - text[nextStart + i];
            if (difference != 0) {
                return difference < 0;
            }
        }
        return end - start < nextEnd - nextStart;
    }

    private boolean array(int depth) {
        at++;
        if (take(']')) {
            return true;
        }
        while (true) {
            if (!value(depth + 1)) {
                return false;
            }
            if (take(']')) {
                return true;
            }
            if (!take(',')) {
                return false;
            }
        }
    }

    private boolean string() {
        if (!take('"')) {
            return false;
        }
        int i = at;
        while (i < end && PLAIN[text[i] & 0xFF]) {
            i++;
        }
        at = i;
        return take('"');
    }

    private boolean word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!take(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean number() {
        boolean negative = take('-');
        int start = at;
        digits();
        int whole = at - start;
        if (whole == 0 || whole > DIGITS_MAX) {
            return false;
        }
        boolean zero = text[start] == '0';
        if (zero && whole > 1) {
            return false;
        }
        if (!take('.')) {
            return !(zero && negative) && ends();
        }
        int fraction = at;
        digits();
        int places = at - fraction;
        if (places == 0 || whole + places > DIGITS_MAX || text[at - 1] == '0') {
            return false;
        }
        int zeros = 0;
        while (text[fraction + zeros] == '0') {
            zeros++;
        }
        return (!zero || zeros <= LEADING_ZEROS_MAX) && ends();
    }

    private void digits() {
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
    }

    /** An exponent makes a number another one. */
    private boolean ends() {
        int next = peek();
        return next != 'e' && next != 'E' && next != '.';
    }
}
