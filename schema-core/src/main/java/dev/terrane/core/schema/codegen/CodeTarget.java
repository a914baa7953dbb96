package dev.terrane.core.schema.codegen;

import java.util.regex.Pattern;

/**
 * What code is generated for.
 *
 * @param schema name of the schema, {@code [a-z][a-z0-9-]*}
 * @param schemaId {@code name@version}; the bare name of a document that is not published
 * @param namespace Java package or C# namespace: identifiers joined by points
 */
public record CodeTarget(String schema, String schemaId, String namespace) {
    /** The package when nobody names one. */
    public static final String NAMESPACE_DEFAULT = "game.schema";

    private static final Pattern SCHEMA = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern SCHEMA_ID = Pattern.compile("[a-z][a-z0-9-]*(@[0-9]+)?");
    private static final Pattern NAMESPACE =
            Pattern.compile("[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*){0,15}");
    private static final int NAMESPACE_MAX = 200;

    public CodeTarget {
        if (!SCHEMA.matcher(schema).matches() || !SCHEMA_ID.matcher(schemaId).matches()) {
            throw new IllegalArgumentException("not a schema: " + schema + ", " + schemaId);
        }
        if (!isNamespace(namespace)) {
            throw new IllegalArgumentException("not a namespace: " + namespace);
        }
    }

    /** Whether every language takes this for a package or namespace. */
    public static boolean isNamespace(String text) {
        return text.length() <= NAMESPACE_MAX
                && NAMESPACE.matcher(text).matches()
                && java.util.Arrays.stream(text.split("\\.")).noneMatch(Identifiers::isReserved);
    }
}
