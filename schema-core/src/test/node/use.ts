// What a client does with generated code; compiled with it, then run.
import { CONTENT_HASH, MASK, Player, SCHEMA_ID, WIRE_HASH } from "./guest-room.js";
import type { FieldSource, FieldValue } from "./guest-room.js";

const values = new Map<number, FieldValue>([
  [4294967295, -5],
  [3, -9223372036854775808n],
  [2, 18446744073709551615n],
  [5, "mage"],
  [7, 0.5],
]);
const source: FieldSource = { find: (index) => values.get(index) };
const player = new Player(source);

const small: number = player.hpMax_4294967295;
const big: bigint = player.hpMax_3;
const huge: bigint = player.hpMax;
const text: string = player.class_;
const index: 4294967295 = Player.HP_MAX_4294967295.index;
const shared: boolean = (Player.HP_MAX_4294967295.mask & MASK.sync_view) !== 0;

export const report = {
  id: SCHEMA_ID,
  wireHash: WIRE_HASH,
  contentHash: CONTENT_HASH,
  small,
  big: big.toString(),
  huge: huge.toString(),
  text,
  index,
  shared,
  missing: player.hashCode_.toString(),
  seen: player.has(7),
  unseen: player.has(6),
  table: Player.INVENTORY.class,
};
