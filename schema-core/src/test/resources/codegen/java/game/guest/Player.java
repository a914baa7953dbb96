// Generated from guest-room@3 by terrane schema codegen. Do not edit.
package game.guest;

/** A guest *&#47; on the &lt;island&gt; &#92;u000a &amp; more */
public final class Player {
    /** Name of the class. */
    public static final String CLASS = "Player";

    /** A uint64. */
    public static final long HP_MAX_INDEX = 2L;
    public static final String HP_MAX_NAME = "HP-MAX";
    public static final String HP_MAX_TYPE = "uint64";
    public static final int HP_MAX_MASK = 0;

    /** A int64. */
    public static final long HP_MAX_3_INDEX = 3L;
    public static final String HP_MAX_3_NAME = "hpMax";
    public static final String HP_MAX_3_TYPE = "int64";
    public static final int HP_MAX_3_MASK = 0;

    /** A string. */
    public static final long CLASS_5_INDEX = 5L;
    public static final String CLASS_5_NAME = "class";
    public static final String CLASS_5_TYPE = "string";
    public static final int CLASS_5_MASK = 0;

    /** A guid. */
    public static final long HASH_CODE_INDEX = 6L;
    public static final String HASH_CODE_NAME = "hashCode";
    public static final String HASH_CODE_TYPE = "guid";
    public static final int HASH_CODE_MASK = 0;

    /** A float. */
    public static final long N1UP_INDEX = 7L;
    public static final String N1UP_NAME = "1up";
    public static final String N1UP_TYPE = "float";
    public static final int N1UP_MASK = 0;

    /** L&#228;nge in m */
    public static final long U6F22_U5B57_QUOTED_INDEX = 8L;
    public static final String U6F22_U5B57_QUOTED_NAME = "\u6f22\u5b57 \"quoted\" \\ \012";
    public static final String U6F22_U5B57_QUOTED_TYPE = "double";
    public static final int U6F22_U5B57_QUOTED_MASK = 0;

    /** A bool. */
    public static final long CONSTRUCTOR_INDEX = 9L;
    public static final String CONSTRUCTOR_NAME = "constructor";
    public static final String CONSTRUCTOR_TYPE = "bool";
    public static final int CONSTRUCTOR_MASK = 0;

    /** A bool. */
    public static final long HAS_INDEX = 10L;
    public static final String HAS_NAME = "has";
    public static final String HAS_TYPE = "bool";
    public static final int HAS_MASK = 0;

    /** A string. */
    public static final long PROTO_INDEX = 11L;
    public static final String PROTO_NAME = "__proto__";
    public static final String PROTO_TYPE = "string";
    public static final int PROTO_MASK = 0;

    /** A bool. */
    public static final long UNNAMED_INDEX = 12L;
    public static final String UNNAMED_NAME = "---";
    public static final String UNNAMED_TYPE = "bool";
    public static final int UNNAMED_MASK = 0;

    /** A bool. */
    public static final long U1F5FA_INDEX = 13L;
    public static final String U1F5FA_NAME = "\ud83d\uddfa";
    public static final String U1F5FA_TYPE = "bool";
    public static final int U1F5FA_MASK = 0;

    /** Static configuration row */
    public static final long ID_INDEX = 99L;
    public static final String ID_NAME = "id";
    public static final String ID_TYPE = "uint32";
    public static final int ID_MASK = 0;

    /** A table of String. */
    public static final long INVENTORY_INDEX = 200L;
    public static final String INVENTORY_NAME = "inventory";
    public static final String INVENTORY_TYPE = "table";
    public static final int INVENTORY_MASK = 8;
    public static final String INVENTORY_CLASS = "String";

    /** Items */
    public static final long BAG_INDEX = 201L;
    public static final String BAG_NAME = "bag";
    public static final String BAG_TYPE = "container";
    public static final int BAG_MASK = 2;
    public static final String BAG_CLASS = "player";

    /** A int32. */
    public static final long HP_MAX_4294967295_INDEX = 4294967295L;
    public static final String HP_MAX_4294967295_NAME = "hp_max";
    public static final String HP_MAX_4294967295_TYPE = "int32";
    public static final int HP_MAX_4294967295_MASK = 137;

    private final FieldSource source;

    /** A view of an entity or row. */
    public Player(FieldSource source) {
        this.source = source;
    }

    /** Whether the field of this index can be seen. */
    public boolean has(long index) {
        return source.find(index) != null;
    }

    /** A uint64. */
    public long hpMax() {
        return source.find(HP_MAX_INDEX) instanceof Long value ? value : 0L;
    }

    /** A int64. */
    public long hpMax_3() {
        return source.find(HP_MAX_3_INDEX) instanceof Long value ? value : 0L;
    }

    /** A string. */
    public String class_() {
        return source.find(CLASS_5_INDEX) instanceof String value ? value : "";
    }

    /** A guid. */
    public long hashCode_() {
        return source.find(HASH_CODE_INDEX) instanceof Long value ? value : 0L;
    }

    /** A float. */
    public float n1up() {
        return source.find(N1UP_INDEX) instanceof Float value ? value : 0f;
    }

    /** L&#228;nge in m */
    public double u6f22U5b57Quoted() {
        return source.find(U6F22_U5B57_QUOTED_INDEX) instanceof Double value ? value : 0d;
    }

    /** A bool. */
    public boolean constructor_() {
        return source.find(CONSTRUCTOR_INDEX) instanceof Boolean value ? value : false;
    }

    /** A bool. */
    public boolean has_() {
        return source.find(HAS_INDEX) instanceof Boolean value ? value : false;
    }

    /** A string. */
    public String proto() {
        return source.find(PROTO_INDEX) instanceof String value ? value : "";
    }

    /** A bool. */
    public boolean unnamed() {
        return source.find(UNNAMED_INDEX) instanceof Boolean value ? value : false;
    }

    /** A bool. */
    public boolean u1f5fa() {
        return source.find(U1F5FA_INDEX) instanceof Boolean value ? value : false;
    }

    /** Static configuration row */
    public long id() {
        return source.find(ID_INDEX) instanceof Long value ? value : 0L;
    }

    /** A int32. */
    public int hpMax_4294967295() {
        return source.find(HP_MAX_4294967295_INDEX) instanceof Integer value ? value : 0;
    }
}
