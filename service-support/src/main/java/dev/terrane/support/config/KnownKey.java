package dev.terrane.support.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One setting there is, from the configuration metadata of the modules on the class path.
 *
 * @param key full key in canonical form, for example {@code terrane.common.data-dir}
 * @param type Java type, with type arguments
 * @param description what it does
 * @param defaultValue shipped default, as text
 */
public record KnownKey(String key, String type, String description, Optional<String> defaultValue) {
    static final String PREFIX = "terrane.";
    private static final Pattern SECRET =
            Pattern.compile("(^|[.-])(password|secret|token|private-key)$");

    /** True when the value must not be shown; a file that holds a secret is no secret itself. */
    static boolean isSecret(String key) {
        return SECRET.matcher(key.replaceFirst("\\[\\d+]$", "")).find();
    }

    /** What its users call it, as terrane.yaml has it: {@code common.data-dir}. */
    public String name() {
        return nameOf(key);
    }

    /** A key as terrane.yaml has it. */
    static String nameOf(String key) {
        return key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    }

    /** The full key of a name as terrane.yaml has it; that of a full key is itself. */
    static String keyOf(String name) {
        return name.startsWith(PREFIX) ? name : PREFIX + name;
    }

    /** The environment variable that sets it, for example {@code TERRANE_COMMON_DATA_DIR}. */
    public String variable() {
        return key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** Keys below it are free to choose. */
    boolean isMap() {
        return type.startsWith("java.util.Map");
    }

    boolean isList() {
        return type.startsWith("java.util.List")
                || type.startsWith("java.util.Set")
                || type.endsWith("[]");
    }

    /** True when this is the key or one of its elements. */
    boolean covers(String candidate) {
        if (candidate.equals(key)) {
            return true;
        }
        if (!candidate.startsWith(key)) {
            return false;
        }
        char next = candidate.charAt(key.length());
        return (isMap() && next == '.') || (isList() && next == '[');
    }
}
