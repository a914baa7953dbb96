package dev.terrane.core.schema;

import java.util.Locale;

/**
 * What a document can get wrong. The ids are stable: editors, tests and translations switch on
 * them.
 */
public enum SchemaRule {
    /** Not one well-formed JSON value. */
    JSON_SYNTAX(Category.MALFORMED),
    /** Bytes that are not UTF-8. */
    JSON_ENCODING(Category.MALFORMED),
    /** A byte order mark before the document. */
    JSON_BOM(Category.MALFORMED),
    /** A key that occurs twice in one object. */
    DUPLICATE_KEY(Category.MALFORMED),
    /** Half of a surrogate pair. */
    TEXT_SURROGATE(Category.MALFORMED),
    /** U+0000 in a text. */
    TEXT_NUL(Category.INVALID),
    /** A key the format does not have. */
    UNKNOWN_KEY(Category.INVALID),
    /** A key the format requires. */
    MISSING_KEY(Category.INVALID),
    /** A JSON value of another kind than the format asks for. */
    JSON_TYPE(Category.INVALID),
    /** {@code format} is not ours. */
    FORMAT_NAME(Category.INVALID),
    /** {@code version} is not 1. */
    FORMAT_VERSION(Category.INVALID),
    /** An empty name. */
    NAME_EMPTY(Category.INVALID),
    /** A class name used twice. */
    CLASS_DUPLICATE(Category.INVALID),
    /** A member name used twice in a class. */
    MEMBER_NAME_DUPLICATE(Category.INVALID),
    /** A member index used twice in a class. */
    MEMBER_INDEX_DUPLICATE(Category.INVALID),
    /** A member index outside 1..2³²−1. */
    MEMBER_INDEX_RANGE(Category.INVALID),
    /** A scalar type version 1 does not have. */
    TYPE_UNKNOWN(Category.INVALID),
    /** A flag version 1 does not have. */
    MASK_UNKNOWN(Category.INVALID),
    /** A flag listed twice. */
    MASK_DUPLICATE(Category.INVALID),
    /** A table, container or config of a class that is not declared. */
    CLASS_UNKNOWN(Category.INVALID),
    /** A table of a class that has tables or containers itself. */
    TABLE_CLASS_NOT_SCALAR(Category.INVALID),
    /** A class with two config entries. */
    CONFIG_DUPLICATE(Category.INVALID),
    /** A config class without the field {@code id} of type uint32. */
    CONFIG_ID_FIELD(Category.INVALID),
    /** A row without a value for a field. */
    ROW_FIELD_MISSING(Category.INVALID),
    /** A row with a value for something that is no field of its class. */
    ROW_FIELD_UNKNOWN(Category.INVALID),
    /** A row id of 0. */
    ROW_ID_POSITIVE(Category.INVALID),
    /** A row id used twice in the document. */
    ROW_ID_DUPLICATE(Category.INVALID),
    /** A value of another kind than its field's type. */
    VALUE_TYPE(Category.INVALID),
    /** A number outside its field's range. */
    VALUE_RANGE(Category.INVALID),
    /** A guid that is not in canonical decimal form. */
    GUID_FORM(Category.INVALID),
    /** A hint for a class or member the document does not have. */
    HINT_UNKNOWN(Category.INVALID),
    /** Two hints for one class, member or value. */
    HINT_DUPLICATE(Category.INVALID),
    /** A hint that says nothing about a member of that kind or type. */
    HINT_KIND(Category.INVALID),
    /** Hints that no value could satisfy. */
    HINT_EMPTY(Category.INVALID),
    /** A row's value outside the bounds its hints give. */
    HINT_RANGE(Category.INVALID),
    /** A row's value that is not among those its hints list. */
    HINT_VALUE(Category.INVALID),
    /** A row's value that names no row of the class its hints refer to. */
    HINT_REFERENCE(Category.INVALID),
    /** The document is too long. */
    LIMIT_BYTES(Category.OVER_LIMIT),
    /** Objects and arrays are nested too deeply. */
    LIMIT_DEPTH(Category.OVER_LIMIT),
    /** There are too many JSON values. */
    LIMIT_VALUES(Category.OVER_LIMIT),
    /** A number has too many digits. */
    LIMIT_NUMBER(Category.OVER_LIMIT),
    /** A name is too long. */
    LIMIT_NAME(Category.OVER_LIMIT),
    /** A text is too long. */
    LIMIT_TEXT(Category.OVER_LIMIT),
    /** There are too many classes. */
    LIMIT_CLASSES(Category.OVER_LIMIT),
    /** A class has too many members. */
    LIMIT_MEMBERS(Category.OVER_LIMIT);

    /** The three ways a document fails. */
    public enum Category {
        /** Not a JSON document at all, or one two readers could understand differently. */
        MALFORMED,
        /** JSON, but not what the format allows. */
        INVALID,
        /** Beyond a configured limit; a reader with larger limits might take it. */
        OVER_LIMIT
    }

    private final Category category;
    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    SchemaRule(Category category) {
        this.category = category;
    }

    /** Stable lower-case id, for example {@code duplicate-key}. */
    public String id() {
        return id;
    }

    /** In which way the document fails. */
    public Category category() {
        return category;
    }
}
