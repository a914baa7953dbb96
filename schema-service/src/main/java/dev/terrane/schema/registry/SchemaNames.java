package dev.terrane.schema.registry;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;

/** Names in requests of every transport, each refused by the field it stood in. */
public final class SchemaNames {
    private static final int SHOWN_MAX = 80;

    private SchemaNames() {}

    /** The schema a text names. */
    public static SchemaName require(String field, String text) {
        return SchemaName.find(text)
                .orElseThrow(
                        () ->
                                bad(
                                        field,
                                        "a schema name is "
                                                + SchemaName.FORM
                                                + ", not "
                                                + clip(text)));
    }

    /** The versions a text refers to. */
    public static SchemaReference requireReference(String field, String text) {
        return SchemaReference.find(text)
                .orElseThrow(
                        () ->
                                bad(
                                        field,
                                        "a schema is named by "
                                                + SchemaReference.FORMS
                                                + ", not by "
                                                + clip(text)));
    }

    /** A number no version has. */
    public static TerraneException badVersion(String field, long version) {
        return bad(field, "versions count from 1, not " + version);
    }

    /** A refusal of one field. */
    public static TerraneException bad(String field, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, text).field(field).toException();
    }

    /** A caller's text, quoted, short and printable. */
    public static String clip(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return '"'
                + (printable.length() > SHOWN_MAX
                        ? printable.substring(0, SHOWN_MAX) + "…"
                        : printable)
                + '"';
    }
}
