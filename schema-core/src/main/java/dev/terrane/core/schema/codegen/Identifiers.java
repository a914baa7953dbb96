package dev.terrane.core.schema.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names of documents as identifiers. A document's names are any text; identifiers are ASCII, other
 * characters become {@code u} and their code point.
 */
final class Identifiers {
    /** Words that are not free in Java, C#, TypeScript or GDScript. */
    private static final Set<String> RESERVED =
            Set.of(
                    ("abstract as assert async await base bool boolean break byte case catch char"
                                    + " checked class const continue debugger decimal default delegate"
                                    + " delete do double elif else enum event explicit export extends"
                                    + " extern false final finally fixed float for foreach from func"
                                    + " function get goto if implements implicit import in instanceof"
                                    + " int interface internal is let lock long match namespace native"
                                    + " new null object operator out override package params pass"
                                    + " preload private protected public readonly record ref return"
                                    + " sbyte sealed self set short signal sizeof stackalloc static"
                                    + " strictfp string struct super switch synchronized this throw"
                                    + " throws tool transient true try type typeof uint ulong unchecked"
                                    + " unsafe ushort using var virtual void volatile when while with"
                                    + " yield constructor prototype arguments eval")
                            .split(" "));

    /** Methods every Java object has, which an accessor must not be named like. */
    private static final Set<String> INHERITED =
            Set.of(
                    "clone",
                    "equals",
                    "finalize",
                    "getClass",
                    "hashCode",
                    "notify",
                    "notifyAll",
                    "toString",
                    "valueOf",
                    "wait",
                    "has",
                    "source");

    private Identifiers() {}

    static boolean isReserved(String word) {
        return RESERVED.contains(word);
    }

    /** For example HpMax. */
    static String pascal(String name) {
        return words(name).stream().map(Identifiers::capital).collect(Collectors.joining());
    }

    /** For example hpMax; an underscore follows what means something already. */
    static String camel(String name) {
        String pascal = pascal(name);
        String camel = pascal.substring(0, 1).toLowerCase(Locale.ROOT) + pascal.substring(1);
        return isReserved(camel) || INHERITED.contains(camel) ? camel + "_" : camel;
    }

    /** For example HP_MAX. */
    static String upper(String name) {
        return String.join("_", words(name)).toUpperCase(Locale.ROOT);
    }

    /** For example hp_max. */
    static String snake(String name) {
        return String.join("_", words(name)).toLowerCase(Locale.ROOT);
    }

    /** The words of a name: cut at whatever is no letter or digit, and before capitals. */
    private static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int before = ' ';
        for (int point : name.codePoints().toArray()) {
            boolean plain = point < 0x80 && Character.isLetterOrDigit(point);
            boolean begins = Character.isUpperCase(point) && !Character.isUpperCase(before);
            if (!word.isEmpty() && (begins || !plain)) {
                words.add(word.toString());
                word.setLength(0);
            }
            if (plain) {
                word.appendCodePoint(point);
            } else if (point >= 0x80) {
                words.add("u" + Integer.toHexString(point));
            }
            before = point;
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        if (words.isEmpty()) {
            words.add("unnamed");
        }
        if (Character.isDigit(words.getFirst().charAt(0))) {
            words.set(0, "n" + words.getFirst());
        }
        return words;
    }

    private static String capital(String word) {
        boolean shouted = word.equals(word.toUpperCase(Locale.ROOT)) && word.length() > 1;
        String rest = word.substring(1);
        return word.substring(0, 1).toUpperCase(Locale.ROOT)
                + (shouted ? rest.toLowerCase(Locale.ROOT) : rest);
    }
}
