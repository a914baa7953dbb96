// A decoder of compact frames, written from docs/protocol/compact-codec.md alone: reads every golden
// sequence of a folder and compares what it shows after each frame with the vector's JSON.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deepStrictEqual, ok } from "node:assert";

const KEY_MAX = 0xffffffffn;

class Source {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  u8() {
    ok(this.at < this.bytes.length, "the frame ends too early");
    return this.bytes[this.at++];
  }
  fixed(count) {
    let value = 0n;
    for (let i = 0n; i < BigInt(count); i++) value |= BigInt(this.u8()) << (8n * i);
    return value;
  }
  varint() {
    let value = 0n;
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const next = BigInt(this.u8());
      value |= (next & 0x7fn) << shift;
      if (next < 0x80n) {
        ok(next !== 0n || shift === 0n, "a varint with a zero last group");
        ok(value < 1n << 64n, "a varint of more than 64 bits");
        return value;
      }
    }
    throw new Error("a varint without end");
  }
  zigzag() {
    const folded = this.varint();
    return (folded >> 1n) ^ -(folded & 1n);
  }
  mask(members) {
    const set = [];
    for (let first = 0; ; first += 7) {
      const group = this.u8();
      for (let i = 0; i < 7; i++) if (group & (1 << i)) set.push(first + i);
      if (group < 0x80) {
        ok(group !== 0, "a mask with a zero last group");
        ok(set.at(-1) < members, "a mask beyond the members");
        return new Set(set);
      }
    }
  }
  hex(count) {
    ok(this.at + count <= this.bytes.length, "the frame ends too early");
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at).toString("hex");
  }
}

const bits = (value, double) => {
  const view = new DataView(new ArrayBuffer(8));
  if (double) view.setFloat64(0, value);
  else view.setFloat32(0, value);
  return hexBits(double ? view.getBigUint64(0) : BigInt(view.getUint32(0)), double);
};
const hexBits = (value, double) => "0x" + value.toString(16).padStart(double ? 16 : 8, "0");

function readValue(source, field) {
  if (field.fractionBits !== undefined) {
    return bits(Number(source.zigzag()) * 2 ** -field.fractionBits, field.type === "DOUBLE");
  }
  switch (field.type) {
    case "BOOL":
      return source.u8() === 1;
    case "INT32":
      return Number(source.zigzag());
    case "UINT32":
      return Number(source.varint());
    case "INT64":
      return source.zigzag().toString();
    case "UINT64":
      return source.varint().toString();
    case "FLOAT":
      return hexBits(source.fixed(4), false);
    case "DOUBLE":
      return hexBits(source.fixed(8), true);
    case "STRING":
      return source.hex(Number(source.varint()));
    case "GUID":
      return BigInt.asIntN(64, source.fixed(8)).toString();
  }
}

/** Whatever is keyed by number: an object whose keys come in ascending order, as JSON has it. */
const sorted = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
const asObject = (map, show) => Object.fromEntries(sorted(map).map(([k, v]) => [k.toString(), show(v)]));

class Receiver {
  constructor(layouts) {
    this.layouts = new Map(layouts.map((layout) => [layout.number, layout]));
    this.streams = new Map();
    this.generations = new Map();
    this.number = 0n;
    this.tick = 0n;
  }

  receive(bytes) {
    const source = new Source(bytes);
    ok(source.u8() === 0, "another marker");
    const flags = source.u8();
    this.number += BigInt.asUintN(16, source.fixed(2) - this.number);
    this.tick += BigInt.asUintN(16, source.fixed(2) - this.tick);
    const shown = {
      number: Number(this.number),
      tick: Number(this.tick),
      last: (flags & 1) !== 0,
      realTime: (flags & 2) !== 0,
    };
    if (flags & 16) {
      const total = Number(source.varint());
      const offset = Number(source.varint());
      this.pieces = offset === 0 ? [] : this.pieces;
      this.pieces.push(bytes.subarray(source.at));
      const whole = Buffer.concat(this.pieces);
      if (whole.length < total) shown.collected = true;
      else this.content(new Source(whole), 0, shown);
    } else {
      this.content(source, flags, shown);
    }
    shown.streams = [...this.streams.values()].sort((a, b) => a.handle - b.handle).map(showStream);
    return shown;
  }

  content(source, flags, shown) {
    const counts = source.varint();
    if (flags & 4) shown.processed = source.varint().toString();
    if (flags & 8) shown.durableThrough = source.varint().toString();
    if (counts & 1n) {
      let handle = 0n;
      for (let left = source.varint(); left > 0n; left--) {
        handle += 1n + source.varint();
        this.bind(source, Number(handle));
      }
    }
    const bound = new Map();
    if (counts & 2n) {
      let handle = 0n;
      for (let left = source.varint(); left > 0n; left--) {
        handle += 1n + source.varint();
        bound.set(Number(handle), this.childBinds(source));
      }
    }
    let handle = 0n;
    for (let left = counts >> 2n; left > 0n; left--) {
      handle += 1n + source.varint();
      const stream = this.streams.get(Number(handle));
      this.fresh = bound.get(Number(handle)) ?? [];
      this.known = children(stream.root);
      stream.root = this.patch(source, stream.root, stream);
      ok(this.fresh.length === 0, "a child that was bound is not seen");
      stream.revision++;
    }
    ok(source.at === source.bytes.length, "bytes after the last body");
  }

  identity(source) {
    const layout = this.layouts.get(Number(source.varint()));
    return {
      layout,
      guid: BigInt.asIntN(64, source.fixed(8)),
      networkId: Number(source.fixed(4)),
      incarnation: source.varint(),
    };
  }

  childBinds(source) {
    const binds = [];
    for (let left = source.varint(); left > 0n; left--) binds.push(this.identity(source));
    return binds;
  }

  bind(source, handle) {
    const who = this.identity(source);
    const generation = (this.generations.get(who.guid) ?? 0) + 1;
    this.generations.set(who.guid, generation);
    const stream = { handle, generation, revision: 1, counters: new Map() };
    this.fresh = who.layout.containers ? this.childBinds(source) : [];
    this.known = undefined;
    stream.root = this.everything(source, who, stream);
    ok(this.fresh.length === 0, "a child that was bound is not seen");
    this.streams.set(handle, stream);
  }

  /** Numbers of new rows: of the table of an entity in one of its lifetimes. */
  nextRow(stream, entity, table) {
    const key = `${entity.guid}/${entity.incarnation}/${table}`;
    const next = (stream.counters.get(key) ?? 0) + 1;
    stream.counters.set(key, next);
    return next;
  }

  everything(source, who, stream) {
    const { layout } = who;
    const entity = { ...who, fields: this.all(source, layout.fields), tables: new Map(), containers: new Map() };
    for (const table of layout.tables) {
      const rows = this.runs(source, () => ({
        incarnation: this.nextRow(stream, who, table.index),
        columns: this.all(source, table.columns),
      }));
      entity.tables.set(table.index, rows);
    }
    for (const container of layout.containers ?? []) {
      entity.containers.set(container.index, this.runs(source, () => this.child(source, container, stream)));
    }
    return entity;
  }

  all(source, fields) {
    return new Map(fields.map((field) => [field.index, readValue(source, field)]));
  }

  runs(source, read) {
    const entries = new Map();
    let next = 1n;
    for (let left = source.varint(); left > 0n; left--) {
      let number = next + source.varint();
      const last = number + source.varint();
      ok(last <= KEY_MAX, "a number beyond 32 bits");
      for (; number <= last; number++) entries.set(Number(number), read());
      next = last + 2n;
    }
    return entries;
  }

  child(source, container, stream) {
    const r = this.known ? Number(source.varint()) : 0;
    if (r === 0) {
      const who = this.fresh.shift();
      deepStrictEqual(who.layout.number, container.named[who.guid.toString()] ?? container.every);
      return this.everything(source, who, stream);
    }
    const child = this.known[Math.ceil(r / 2) - 1];
    return r % 2 === 1 ? child : this.patch(source, child, stream);
  }

  patch(source, entity, stream) {
    const { layout } = entity;
    const containers = layout.containers ?? [];
    const set = source.mask(layout.fields.length + layout.tables.length + containers.length);
    const next = {
      ...entity,
      fields: new Map(entity.fields),
      tables: new Map(entity.tables),
      containers: new Map(entity.containers),
    };
    layout.fields.forEach((field, i) => {
      if (set.has(i)) next.fields.set(field.index, readValue(source, field));
    });
    layout.tables.forEach((table, i) => {
      if (set.has(layout.fields.length + i)) {
        next.tables.set(table.index, this.rowChanges(source, entity, table, stream));
      }
    });
    containers.forEach((container, i) => {
      if (set.has(layout.fields.length + layout.tables.length + i)) {
        next.containers.set(container.index, this.slotChanges(source, entity, container, stream));
      }
    });
    return next;
  }

  rowChanges(source, entity, table, stream) {
    const rows = new Map(entity.tables.get(table.index));
    this.operations(source, (number, operation) => {
      ok(rows.has(number) === (operation !== 0), "an operation on another row than there is");
      if (operation === 2) rows.delete(number);
      else if (operation === 3) {
        const row = rows.get(number);
        const set = source.mask(table.columns.length);
        const columns = new Map(row.columns);
        table.columns.forEach((column, i) => {
          if (set.has(i)) columns.set(column.index, readValue(source, column));
        });
        rows.set(number, { ...row, columns });
      } else {
        const incarnation = this.nextRow(stream, entity, table.index);
        rows.set(number, { incarnation, columns: this.all(source, table.columns) });
      }
    });
    return rows;
  }

  slotChanges(source, entity, container, stream) {
    const slots = new Map(entity.containers.get(container.index));
    this.operations(source, (slot, operation) => {
      ok(operation < 3, "no such slot operation");
      ok(operation === 0 || slots.has(slot), "an operation on an empty slot");
      if (operation === 0) slots.set(slot, this.child(source, container, stream));
      else if (operation === 1) slots.delete(slot);
      else slots.set(slot, this.patch(source, slots.get(slot), stream));
    });
    return slots;
  }

  operations(source, apply) {
    let next = 1n;
    const count = source.varint();
    ok(count > 0n, "a patch of nothing");
    for (let left = count; left > 0n; left--) {
      const head = source.varint();
      const number = next + (head >> 2n);
      next = number + 1n;
      apply(Number(number), Number(head & 3n));
    }
  }
}

/** The children a state shows, by ordinal. */
function children(entity) {
  const all = [];
  for (const [, slots] of sorted(entity.containers)) {
    for (const [, child] of sorted(slots)) all.push(child, ...children(child));
  }
  return all;
}

function showEntity(entity) {
  const shown = {
    guid: entity.guid.toString(),
    incarnation: Number(entity.incarnation),
    class: entity.layout.class,
    fields: asObject(entity.fields, (value) => value),
    tables: asObject(entity.tables, (rows) =>
      asObject(rows, (row) => ({ ...row, columns: asObject(row.columns, (value) => value) })),
    ),
  };
  if (entity.containers.size > 0) {
    shown.containers = asObject(entity.containers, (slots) =>
      asObject(slots, (child) => ({
        layout: child.layout.number,
        networkId: child.networkId,
        ...showEntity(child),
      })),
    );
  }
  return shown;
}

function showStream(stream) {
  const { root } = stream;
  return {
    handle: stream.handle,
    layout: root.layout.number,
    networkId: root.networkId,
    generation: stream.generation,
    revision: stream.revision,
    ...showEntity(root),
  };
}

function layoutHash(layout, hashes) {
  const parts = [];
  const number = (value) => {
    let rest = BigInt(value);
    for (; rest > 0x7fn; rest >>= 7n) parts.push(Buffer.of(Number(rest & 0x7fn) | 0x80));
    parts.push(Buffer.of(Number(rest)));
  };
  const text = (value) => {
    const utf8 = Buffer.from(value, "utf8");
    number(utf8.length);
    parts.push(utf8);
  };
  const fields = (list) => {
    number(list.length);
    for (const field of list) {
      number(field.index);
      text(field.name);
      text(field.type);
      number(field.fractionBits === undefined ? 0 : field.fractionBits + 33);
    }
  };
  text("terrane.layout.v1");
  text(layout.schemaId);
  text(layout.class);
  fields(layout.fields);
  number(layout.tables.length);
  for (const table of layout.tables) {
    number(table.index);
    text(table.name);
    text(table.rowClass);
    fields(table.columns);
  }
  number(layout.containers?.length ?? 0);
  for (const container of layout.containers ?? []) {
    number(container.index);
    text(container.name);
    text(container.childClass);
    number(container.every ? 1 : 0);
    if (container.every) parts.push(Buffer.from(hashes.get(container.every), "hex"));
    const named = Object.entries(container.named).map(([guid, child]) => [BigInt(guid), child]);
    number(named.length);
    for (const [guid, child] of named.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(guid);
      parts.push(bytes, Buffer.from(hashes.get(child), "hex"));
    }
  }
  return createHash("sha256").update(Buffer.concat(parts)).digest("hex");
}

let sequences = 0;
let frames = 0;
for (const folder of process.argv.slice(2)) {
  const layouts = JSON.parse(readFileSync(join(folder, "layouts.json"), "utf8"));
  const hashes = new Map(layouts.map((layout) => [layout.number, layout.hash]));
  for (const layout of layouts) deepStrictEqual(layoutHash(layout, hashes), layout.hash, `layout ${layout.number}`);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".hex"))) {
    const receiver = new Receiver(layouts);
    const lines = readFileSync(join(folder, file), "utf8").trim().split("\n");
    const expected = JSON.parse(readFileSync(join(folder, file.replace(/hex$/, "json")), "utf8"));
    deepStrictEqual(lines.map((line) => receiver.receive(Buffer.from(line, "hex"))), expected, file);
    sequences++;
    frames += lines.length;
  }
}
console.log(`${sequences} sequences, ${frames} frames equal`);
