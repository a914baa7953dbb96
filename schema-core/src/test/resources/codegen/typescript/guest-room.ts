// Generated from guest-room@3 by terrane schema codegen. Do not edit.

/** Name and version. */
export const SCHEMA_ID = "guest-room@3";
/** Hash of what matters on the wire; compare it with what the server says at entry. */
export const WIRE_HASH = "c27cc0cf46e584c0eacf0cde8867da8d375b072995f7c46b84781aa86a6b49b4";
/** Hash of the whole document. */
export const CONTENT_HASH = "3376184efe4b65f69dd3a60a7d3a1c6886e1ff39909945759fe417a536a6b201";

/** Flags of members. */
export const MASK = {
  sync_view: 1,
  sync_self: 2,
  real_time: 4,
  save: 8,
  sync_team: 16,
  sync_guild: 32,
  sync_map: 64,
  log: 128,
} as const;

/** bigint for int64, uint64 and guid. */
export type FieldValue = boolean | number | bigint | string;

/** Where a view reads its fields. */
export interface FieldSource {
  /** The value of a field, or undefined when it cannot be seen. */
  find(index: number): FieldValue | undefined;
}

/** A guest *&#47; on the &lt;island&gt; &#92;u000a &amp; more */
export class Player {
  /** Name of the class. */
  static readonly CLASS_ = "Player";
  /** A uint64. */
  static readonly HP_MAX = { index: 2, name: "HP-MAX", type: "uint64", mask: 0 } as const;
  /** A int64. */
  static readonly HP_MAX_3 = { index: 3, name: "hpMax", type: "int64", mask: 0 } as const;
  /** A string. */
  static readonly CLASS_5 = { index: 5, name: "class", type: "string", mask: 0 } as const;
  /** A guid. */
  static readonly HASH_CODE = { index: 6, name: "hashCode", type: "guid", mask: 0 } as const;
  /** A float. */
  static readonly N1UP = { index: 7, name: "1up", type: "float", mask: 0 } as const;
  /** L&#228;nge in m */
  static readonly U6F22_U5B57_QUOTED = { index: 8, name: "\u6f22\u5b57 \"quoted\" \\ \u000a", type: "double", mask: 0 } as const;
  /** A bool. */
  static readonly CONSTRUCTOR = { index: 9, name: "constructor", type: "bool", mask: 0 } as const;
  /** A bool. */
  static readonly HAS = { index: 10, name: "has", type: "bool", mask: 0 } as const;
  /** A string. */
  static readonly PROTO = { index: 11, name: "__proto__", type: "string", mask: 0 } as const;
  /** A bool. */
  static readonly UNNAMED = { index: 12, name: "---", type: "bool", mask: 0 } as const;
  /** A bool. */
  static readonly U1F5FA = { index: 13, name: "\ud83d\uddfa", type: "bool", mask: 0 } as const;
  /** Static configuration row */
  static readonly ID = { index: 99, name: "id", type: "uint32", mask: 0 } as const;
  /** A table of String. */
  static readonly INVENTORY = { index: 200, name: "inventory", type: "table", class: "String", mask: 8 } as const;
  /** Items */
  static readonly BAG = { index: 201, name: "bag", type: "container", class: "player", mask: 2 } as const;
  /** A int32. */
  static readonly HP_MAX_4294967295 = { index: 4294967295, name: "hp_max", type: "int32", mask: 137 } as const;

  readonly #source: FieldSource;

  /** A view of an entity or row. */
  constructor(source: FieldSource) {
    this.#source = source;
  }

  /** Whether the field of this index can be seen. */
  has(index: number): boolean {
    return this.#source.find(index) !== undefined;
  }

  /** A uint64. */
  get hpMax(): bigint {
    const value = this.#source.find(2);
    return typeof value === "bigint" ? value : 0n;
  }

  /** A int64. */
  get hpMax_3(): bigint {
    const value = this.#source.find(3);
    return typeof value === "bigint" ? value : 0n;
  }

  /** A string. */
  get class_(): string {
    const value = this.#source.find(5);
    return typeof value === "string" ? value : "";
  }

  /** A guid. */
  get hashCode_(): bigint {
    const value = this.#source.find(6);
    return typeof value === "bigint" ? value : 0n;
  }

  /** A float. */
  get n1up(): number {
    const value = this.#source.find(7);
    return typeof value === "number" ? value : 0;
  }

  /** L&#228;nge in m */
  get u6f22U5b57Quoted(): number {
    const value = this.#source.find(8);
    return typeof value === "number" ? value : 0;
  }

  /** A bool. */
  get constructor_(): boolean {
    const value = this.#source.find(9);
    return typeof value === "boolean" ? value : false;
  }

  /** A bool. */
  get has_(): boolean {
    const value = this.#source.find(10);
    return typeof value === "boolean" ? value : false;
  }

  /** A string. */
  get proto(): string {
    const value = this.#source.find(11);
    return typeof value === "string" ? value : "";
  }

  /** A bool. */
  get unnamed(): boolean {
    const value = this.#source.find(12);
    return typeof value === "boolean" ? value : false;
  }

  /** A bool. */
  get u1f5fa(): boolean {
    const value = this.#source.find(13);
    return typeof value === "boolean" ? value : false;
  }

  /** Static configuration row */
  get id(): number {
    const value = this.#source.find(99);
    return typeof value === "number" ? value : 0;
  }

  /** A int32. */
  get hpMax_4294967295(): number {
    const value = this.#source.find(4294967295);
    return typeof value === "number" ? value : 0;
  }
}

/** The class player. */
export class Player_2 {
  /** Name of the class. */
  static readonly CLASS_ = "player";

  readonly #source: FieldSource;

  /** A view of an entity or row. */
  constructor(source: FieldSource) {
    this.#source = source;
  }

  /** Whether the field of this index can be seen. */
  has(index: number): boolean {
    return this.#source.find(index) !== undefined;
  }
}

/** The class String. */
export class String_2 {
  /** Name of the class. */
  static readonly CLASS_ = "String";
  /** A uint32. */
  static readonly COUNT = { index: 1, name: "count", type: "uint32", mask: 0 } as const;

  readonly #source: FieldSource;

  /** A view of an entity or row. */
  constructor(source: FieldSource) {
    this.#source = source;
  }

  /** Whether the field of this index can be seen. */
  has(index: number): boolean {
    return this.#source.find(index) !== undefined;
  }

  /** A uint32. */
  get count(): number {
    const value = this.#source.find(1);
    return typeof value === "number" ? value : 0;
  }
}

/** The class HpIndex. */
export class HpIndex {
  /** Name of the class. */
  static readonly CLASS_ = "HpIndex";
  /** A uint32. */
  static readonly HP = { index: 1, name: "hp", type: "uint32", mask: 0 } as const;

  readonly #source: FieldSource;

  /** A view of an entity or row. */
  constructor(source: FieldSource) {
    this.#source = source;
  }

  /** Whether the field of this index can be seen. */
  has(index: number): boolean {
    return this.#source.find(index) !== undefined;
  }

  /** A uint32. */
  get hp(): number {
    const value = this.#source.find(1);
    return typeof value === "number" ? value : 0;
  }
}

/** The class field source. */
export class FieldSource_2 {
  /** Name of the class. */
  static readonly CLASS_ = "field source";

  readonly #source: FieldSource;

  /** A view of an entity or row. */
  constructor(source: FieldSource) {
    this.#source = source;
  }

  /** Whether the field of this index can be seen. */
  has(index: number): boolean {
    return this.#source.find(index) !== undefined;
  }
}

/** The class guest-room-schema. */
export class GuestRoomSchema_2 {
  /** Name of the class. */
  static readonly CLASS_ = "guest-room-schema";

  readonly #source: FieldSource;

  /** A view of an entity or row. */
  constructor(source: FieldSource) {
    this.#source = source;
  }

  /** Whether the field of this index can be seen. */
  has(index: number): boolean {
    return this.#source.find(index) !== undefined;
  }
}
