# Generated from guest-room@3 by terrane schema codegen. Do not edit.
class_name GuestRoomSchema
extends RefCounted

const SCHEMA_ID: String = "guest-room@3"
const WIRE_HASH: String = "c27cc0cf46e584c0eacf0cde8867da8d375b072995f7c46b84781aa86a6b49b4"
const CONTENT_HASH: String = "3376184efe4b65f69dd3a60a7d3a1c6886e1ff39909945759fe417a536a6b201"
const MASK_SYNC_VIEW: int = 1
const MASK_SYNC_SELF: int = 2
const MASK_REAL_TIME: int = 4
const MASK_SAVE: int = 8
const MASK_SYNC_TEAM: int = 16
const MASK_SYNC_GUILD: int = 32
const MASK_SYNC_MAP: int = 64
const MASK_LOG: int = 128


## A guest *&#47; on the &lt;island&gt; &#92;u000a &amp; more
class PlayerMembers:
	const CLASS_NAME: String = "Player"

	## A uint64.
	const HP_MAX_INDEX: int = 2
	const HP_MAX_NAME: String = "HP-MAX"
	const HP_MAX_TYPE: String = "uint64"
	const HP_MAX_MASK: int = 0

	## A int64.
	const HP_MAX_3_INDEX: int = 3
	const HP_MAX_3_NAME: String = "hpMax"
	const HP_MAX_3_TYPE: String = "int64"
	const HP_MAX_3_MASK: int = 0

	## A string.
	const CLASS_5_INDEX: int = 5
	const CLASS_5_NAME: String = "class"
	const CLASS_5_TYPE: String = "string"
	const CLASS_5_MASK: int = 0

	## A guid.
	const HASH_CODE_INDEX: int = 6
	const HASH_CODE_NAME: String = "hashCode"
	const HASH_CODE_TYPE: String = "guid"
	const HASH_CODE_MASK: int = 0

	## A float.
	const N1UP_INDEX: int = 7
	const N1UP_NAME: String = "1up"
	const N1UP_TYPE: String = "float"
	const N1UP_MASK: int = 0

	## L&#228;nge in m
	const U6F22_U5B57_QUOTED_INDEX: int = 8
	const U6F22_U5B57_QUOTED_NAME: String = "\u6f22\u5b57 \"quoted\" \\ \u000a"
	const U6F22_U5B57_QUOTED_TYPE: String = "double"
	const U6F22_U5B57_QUOTED_MASK: int = 0

	## A bool.
	const CONSTRUCTOR_INDEX: int = 9
	const CONSTRUCTOR_NAME: String = "constructor"
	const CONSTRUCTOR_TYPE: String = "bool"
	const CONSTRUCTOR_MASK: int = 0

	## A bool.
	const HAS_INDEX: int = 10
	const HAS_NAME: String = "has"
	const HAS_TYPE: String = "bool"
	const HAS_MASK: int = 0

	## A string.
	const PROTO_INDEX: int = 11
	const PROTO_NAME: String = "__proto__"
	const PROTO_TYPE: String = "string"
	const PROTO_MASK: int = 0

	## A bool.
	const UNNAMED_INDEX: int = 12
	const UNNAMED_NAME: String = "---"
	const UNNAMED_TYPE: String = "bool"
	const UNNAMED_MASK: int = 0

	## A bool.
	const U1F5FA_INDEX: int = 13
	const U1F5FA_NAME: String = "\U01f5fa"
	const U1F5FA_TYPE: String = "bool"
	const U1F5FA_MASK: int = 0

	## Static configuration row
	const ID_INDEX: int = 99
	const ID_NAME: String = "id"
	const ID_TYPE: String = "uint32"
	const ID_MASK: int = 0

	## A table of String.
	const INVENTORY_INDEX: int = 200
	const INVENTORY_NAME: String = "inventory"
	const INVENTORY_TYPE: String = "table"
	const INVENTORY_MASK: int = 8
	const INVENTORY_CLASS: String = "String"

	## Items
	const BAG_INDEX: int = 201
	const BAG_NAME: String = "bag"
	const BAG_TYPE: String = "container"
	const BAG_MASK: int = 2
	const BAG_CLASS: String = "player"

	## A int32.
	const HP_MAX_4294967295_INDEX: int = 4294967295
	const HP_MAX_4294967295_NAME: String = "hp_max"
	const HP_MAX_4294967295_TYPE: String = "int32"
	const HP_MAX_4294967295_MASK: int = 137


## The class player.
class Player_2Members:
	const CLASS_NAME: String = "player"


## The class String.
class String_2Members:
	const CLASS_NAME: String = "String"

	## A uint32.
	const COUNT_INDEX: int = 1
	const COUNT_NAME: String = "count"
	const COUNT_TYPE: String = "uint32"
	const COUNT_MASK: int = 0


## The class HpIndex.
class HpIndexMembers:
	const CLASS_NAME: String = "HpIndex"

	## A uint32.
	const HP_INDEX: int = 1
	const HP_NAME: String = "hp"
	const HP_TYPE: String = "uint32"
	const HP_MASK: int = 0


## The class field source.
class FieldSource_2Members:
	const CLASS_NAME: String = "field source"


## The class guest-room-schema.
class GuestRoomSchema_2Members:
	const CLASS_NAME: String = "guest-room-schema"
