// Decodes AGPC v1 as docs/formats/agpc.md describes it, with nothing but Node.js, and compares each
// FOLDER/NAME.agpc with the JSON beside it. A zstd body needs a Node.js that has zstd (22.15); an older one
// checks its header and raw length and says so.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { deepStrictEqual, strictEqual } from 'node:assert';
import zlib from 'node:zlib';

const CATEGORIES = ['violence', 'sexual', 'language', 'substance', 'gambling', 'horror', 'hate', 'custom'];
const SEVERITIES = ['none', 'mild', 'moderate', 'severe'];

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.text = new TextDecoder('utf-8', { fatal: true });
  }
  take(n) {
    if (n > this.bytes.length - this.at) throw new Error(`truncated at ${this.at}`);
    const from = this.at;
    this.at += n;
    return from;
  }
  u8() { return this.view.getUint8(this.take(1)); }
  u16() { return this.view.getUint16(this.take(2), true); }
  u32() { return this.view.getUint32(this.take(4), true); }
  i32() { return this.view.getInt32(this.take(4), true); }
  i64() { return Number(this.view.getBigInt64(this.take(8), true)); }
  f32() { return this.view.getFloat32(this.take(4), true); }
  f32s(n) { return Array.from({ length: n }, () => this.f32()); }
  bool() {
    const value = this.u8();
    if (value > 1) throw new Error(`a bool is 0 or 1, not ${value}`);
    return value === 1;
  }
  string() {
    const length = this.u16();
    const from = this.take(length);
    return this.text.decode(this.bytes.subarray(from, from + length));
  }
  section() {
    const id = this.u8();
    const length = this.u32();
    const from = this.take(length);
    return { id, data: new Reader(this.bytes.subarray(from, from + length)) };
  }
  end() {
    if (this.at !== this.bytes.length) throw new Error(`trailing bytes at ${this.at}`);
  }
}

function flags(r) {
  const categories = {};
  for (const name of CATEGORIES) categories[name] = SEVERITIES[r.u8()];
  const mature = r.bool();
  const sources = Array.from({ length: r.u16() }, () => r.string());
  return { categories, mature, sources };
}

function layer(r) {
  const out = { name: r.string(), layer_id: r.u16(), width: r.u16(), height: r.u16(), depth: r.u16() };
  out.palette = Array.from({ length: r.u16() }, () => ({
    id: r.u16(), asset_id: r.string(), solid: r.bool(), flags: r.u32(), variants: r.u8(),
  }));
  const count = r.u32();
  strictEqual(count, out.width * out.height * out.depth);
  out.tiles = Array.from({ length: count }, () => r.u16());
  return out;
}

function object(r) {
  const out = { id: r.string(), type: r.string(), asset_id: r.string() };
  out.transform = { pos: r.f32s(3), rot: r.f32s(4), scale: r.f32s(3) };
  out.dynamic = r.bool();
  out.properties = JSON.parse(r.string());
  out.flags = flags(r);
  return out;
}

function time(ms) {
  // ISO-8601 with milliseconds when they are not zero; years from 0000 have four digits.
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function body(bytes) {
  const r = new Reader(bytes);
  const out = { tiles: [], objects: [] };
  let last = 0;
  while (r.at < bytes.length) {
    const { id, data } = r.section();
    if (id < last || (id === last && id !== 2 && id !== 3)) throw new Error(`section ${id} after ${last}`);
    last = id;
    switch (id) {
      case 1: {
        out.world_id = data.string();
        out.room_id = data.string();
        out.coord = { cx: data.i32(), cy: data.i32(), cz: data.i32() };
        const [min_x, min_y, min_z, max_x, max_y, max_z] = data.f32s(6);
        out.bounds = { min_x, min_y, min_z, max_x, max_y, max_z };
        break;
      }
      case 2: out.tiles.push(layer(data)); break;
      case 3: out.objects.push(object(data)); break;
      case 4: out.flags = flags(data); break;
      case 5:
        out.meta = {
          created_at: time(data.i64()), updated_at: time(data.i64()), revision: data.u32(), author: data.string(),
        };
        break;
      default: throw new Error(`unknown section ${id}`);
    }
    data.end();
  }
  strictEqual(last, 5);
  out.version = 1;
  out.key = [out.world_id, out.room_id, out.coord.cx, out.coord.cy, out.coord.cz].join(':');
  return out;
}

/** The chunk, or null for a zstd body this Node.js cannot unpack. */
export function decode(image) {
  const header = new Reader(image);
  strictEqual(Buffer.from(image.subarray(0, 4)).toString('latin1'), 'AGPC');
  header.take(4);
  strictEqual(header.u16(), 1, 'version');
  strictEqual(header.u16(), 40, 'header_len');
  const bits = header.u32();
  if ((bits & ~1) !== 0) throw new Error(`flags ${bits}`);
  strictEqual(header.u32(), image.length - 48, 'payload_len');
  const checksum = Buffer.from(image.subarray(16, 48)).toString('hex');
  let raw = image.subarray(48);
  if (bits & 1) {
    const length = new DataView(raw.buffer, raw.byteOffset).getUint32(0, true);
    if (length > 1 << 20) throw new Error(`raw length ${length}`);
    if (!zlib.zstdDecompressSync) return null;
    raw = zlib.zstdDecompressSync(raw.subarray(4), { maxOutputLength: length });
    strictEqual(raw.length, length);
  }
  strictEqual(createHash('sha256').update(raw).digest('hex'), checksum, 'checksum');
  return { ...body(raw), checksum };
}

/** Numbers of the JSON form as the floats they stand for. */
function rounded(chunk) {
  const round = (list) => list.map(Math.fround);
  for (const object of chunk.objects) {
    const { pos, rot, scale } = object.transform;
    object.transform = { pos: round(pos), rot: round(rot), scale: round(scale) };
  }
  for (const side of Object.keys(chunk.bounds)) chunk.bounds[side] = Math.fround(chunk.bounds[side]);
  return chunk;
}

const folder = process.argv[2];
let compared = 0;
let headers = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.agpc')).sort()) {
  const chunk = decode(new Uint8Array(readFileSync(`${folder}/${name}`)));
  if (chunk === null) {
    console.log(`${name}: header and raw length only, this Node.js has no zstd`);
    headers++;
    continue;
  }
  const twin = name.startsWith('14-') ? '01-document-example.json' : name.replace('.agpc', '.json');
  deepStrictEqual(chunk, rounded(JSON.parse(readFileSync(`${folder}/${twin}`, 'utf8'))), name);
  compared++;
}
console.log(`${compared} equal, ${headers} not unpacked`);
