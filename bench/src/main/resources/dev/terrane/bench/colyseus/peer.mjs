// The workload of EntityWorkload.java on @colyseus/schema. Driven by lines of JSON on standard input,
// {scene, ticks}; answers each with one line, {scene, micros, bytes}: the median time of an encode and
// the mean bytes a tick and view. Mutations are not timed.
import { createInterface } from "node:readline";
import { Encoder, StateView, schema, t } from "@colyseus/schema";

const ENTITIES = 200;
const CHANGED = 20;
const VIEWS = 50;
const VIEW_SIZE = 40;

Encoder.BUFFER_SIZE = 256 * 1024;

function random() {
    let state = 42;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state >>> 0;
    };
}

const Row = schema({ item: t.uint32(), qty: t.uint32() }, "Row");
const entityFields = () => ({
    hp: t.uint32(),
    mp: t.uint32(),
    x: t.float64(),
    y: t.float64(),
    name: t.string(),
    inventory: t.array(Row),
});
const Entity = schema(entityFields(), "Entity");
const SharedState = schema({ stamp: t.float64(), entities: t.map(Entity) }, "SharedState");
const ViewEntity = schema(entityFields(), "ViewEntity");
const ViewState = schema({ stamp: t.float64(), entities: t.map(ViewEntity).view() }, "ViewState");

class Scene {
    constructor(visible) {
        this.draw = random();
        this.views = [];
        this.tick = 0;
        this.state = visible ? new ViewState() : new SharedState();
        this.encoder = new Encoder(this.state);
        this.entities = [];
        for (let i = 0; i < ENTITIES; i++) {
            const entity = visible ? new ViewEntity() : new Entity();
            entity.hp = this.draw() % 1000;
            entity.mp = this.draw() % 1000;
            entity.x = (this.draw() / 2 ** 32) * 1000;
            entity.y = (this.draw() / 2 ** 32) * 1000;
            entity.name = `entity-${i}`;
            for (let r = 0; r < 10; r++) {
                const row = new Row();
                row.item = this.draw() % 100000;
                row.qty = 1 + (this.draw() % 99);
                entity.inventory.push(row);
            }
            this.state.entities.set(`e${i}`, entity);
            this.entities.push(entity);
        }
        for (let v = 0; visible && v < VIEWS; v++) {
            const view = new StateView();
            for (let k = 0; k < visible; k++) {
                view.add(this.entities[(v * 4 + k) % ENTITIES]);
            }
            this.views.push(view);
        }
        this.encode();
    }

    mutate() {
        this.tick++;
        for (let k = 0; k < CHANGED; k++) {
            const entity = this.entities[(this.tick * CHANGED + k * 7) % ENTITIES];
            entity.hp = (entity.hp + 1 + (this.draw() % 997)) % 1000;
            entity.mp = (entity.mp + 1 + (this.draw() % 997)) % 1000;
        }
    }

    /** Everything from changed state to the bytes of each recipient. */
    encode() {
        const it = { offset: 0 };
        const shared = this.encoder.encode(it);
        let bytes = shared.length;
        if (this.views.length > 0) {
            const offset = it.offset;
            bytes = 0;
            for (const view of this.views) {
                bytes += this.encoder.encodeView(view, offset, it).length;
            }
        }
        this.encoder.discardChanges();
        return bytes;
    }

    run(ticks) {
        const times = new Float64Array(ticks);
        let bytes = 0;
        for (let i = 0; i < ticks; i++) {
            this.mutate();
            const begin = performance.now();
            bytes += this.encode();
            times[i] = performance.now() - begin;
        }
        times.sort();
        const middle = ticks >> 1;
        const median = ticks % 2 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
        return { micros: median * 1000, bytes: bytes / ticks / Math.max(1, this.views.length) };
    }
}

const kinds = { encode_shared: 0, encode_50_aoi: VIEW_SIZE, encode_50_full: ENTITIES };
const scenes = new Map();
for await (const line of createInterface({ input: process.stdin })) {
    const { scene, ticks } = JSON.parse(line);
    if (!scenes.has(scene)) {
        scenes.set(scene, new Scene(kinds[scene]));
    }
    process.stdout.write(JSON.stringify({ scene, ...scenes.get(scene).run(ticks) }) + "\n");
}
