package dev.terrane.core.session.physics;

import java.util.Arrays;

/**
 * Finds the pairs within reach: a hash grid over the moving bodies and one over the static ones.
 * Whether a pair is reported depends on the two bodies alone, never on the cells, so the grid's
 * shape cannot leak into results. Owned by its world.
 */
final class Broadphase {
    /**
     * Pairs with a smaller gap than this are reported. Larger than the distance a touching pair may
     * move before it is tested again, so an episode always ends by a test.
     */
    static final double REACH = 0.1;

    private static final double MOVING_RADIUS_MAX = 32;
    private static final int STATIC_CELLS_MAX = 1_024;

    private final int contactsMax;
    private long[] pairs = new long[64];
    private int pairCount;

    private double cell = 1;
    private int[] movingHeads = new int[0];
    private int[] movingNext = new int[0];
    private int[] cellX = new int[0];
    private int[] cellY = new int[0];
    private int[] giants = new int[0];
    private int giantCount;
    private final StaticGrid statics = new StaticGrid();
    private final StaticVisitor addIfNear = this::addIfNear;

    Broadphase(int contactsMax) {
        this.contactsMax = contactsMax;
    }

    /** To be called whenever a static body appears, disappears, moves or changes. */
    void forgetStatics() {
        statics.dirty = true;
    }

    /**
     * Collects pairs as {@code rankA << 32 | rankB}, ascending.
     *
     * @return their number, or -1 if there are more than allowed
     */
    int collect(Body[] bodies, int count) {
        pairCount = 0;
        if (statics.dirty) {
            statics.rebuild(bodies, count);
        }
        fillMoving(bodies, count);
        for (int i = 0; i < count; i++) {
            if (bodies[i].isDynamic()) {
                collectMoving(bodies, count, i);
                statics.forEachNear(bodies[i], 0, 0, addIfNear);
                if (pairCount > contactsMax) {
                    return -1;
                }
            }
        }
        PairSort.sort(pairs, pairCount);
        return pairCount;
    }

    /** The pair collected at this place. */
    long pair(int place) {
        return pairs[place];
    }

    /** Static bodies whose box meets the swept box of the body, in no particular order. */
    void forEachStaticOnPath(Body body, double dx, double dy, StaticVisitor visit) {
        statics.forEachNear(body, dx, dy, visit);
    }

    /** Receives a static body and the body asked for. */
    interface StaticVisitor {
        void accept(Body other, Body body);
    }

    private void fillMoving(Body[] bodies, int count) {
        double largest = 0;
        for (int i = 0; i < count; i++) {
            Body body = bodies[i];
            if (!body.isStatic() && body.radius <= MOVING_RADIUS_MAX) {
                largest = Math.max(largest, body.radius);
            }
        }
        cell = 0.25;
        while (cell < 2 * largest + REACH) {
            cell *= 2;
        }
        int size = Integer.highestOneBit(Math.max(16, 2 * count - 1)) << 1;
        if (movingHeads.length < size) {
            movingHeads = new int[size];
        }
        if (movingNext.length < count) {
            int room = Math.max(16, count + (count >> 1));
            movingNext = new int[room];
            cellX = new int[room];
            cellY = new int[room];
            giants = new int[room];
        }
        Arrays.fill(movingHeads, -1);
        giantCount = 0;
        for (int i = 0; i < count; i++) {
            Body body = bodies[i];
            if (body.isStatic()) {
                continue;
            }
            if (body.radius > MOVING_RADIUS_MAX) {
                giants[giantCount++] = i;
                continue;
            }
            cellX[i] = cellOf(body.x, cell);
            cellY[i] = cellOf(body.y, cell);
            int slot = hash(cellX[i], cellY[i]) & (movingHeads.length - 1);
            movingNext[i] = movingHeads[slot];
            movingHeads[slot] = i;
        }
    }

    private void collectMoving(Body[] bodies, int count, int i) {
        if (bodies[i].radius > MOVING_RADIUS_MAX) {
            collectForGiant(bodies, count, i);
            return;
        }
        for (int k = 0; k < giantCount; k++) {
            addIfNear(bodies[giants[k]], bodies[i]);
        }
        for (int gx = cellX[i] - 1; gx <= cellX[i] + 1; gx++) {
            for (int gy = cellY[i] - 1; gy <= cellY[i] + 1; gy++) {
                int slot = hash(gx, gy) & (movingHeads.length - 1);
                for (int j = movingHeads[slot]; j >= 0; j = movingNext[j]) {
                    // A dynamic pair is seen from both sides and taken once.
                    if (cellX[j] == gx
                            && cellY[j] == gy
                            && i != j
                            && (!bodies[j].isDynamic() || i < j)) {
                        addIfNear(bodies[j], bodies[i]);
                    }
                }
            }
        }
    }

    /** A dynamic giant: partners are other giants and what does not look for giants itself. */
    private void collectForGiant(Body[] bodies, int count, int i) {
        for (int j = 0; j < count; j++) {
            Body other = bodies[j];
            boolean giant = other.radius > MOVING_RADIUS_MAX;
            boolean mine = other.isDynamic() ? giant && i < j : !other.isStatic();
            if (mine) {
                addIfNear(other, bodies[i]);
            }
        }
    }

    private void addIfNear(Body other, Body body) {
        if (!isNear(body, other) || !body.filter.collidesWith(other.filter)) {
            return;
        }
        if (pairCount == pairs.length) {
            pairs = Arrays.copyOf(pairs, pairs.length * 2);
        }
        int low = Math.min(body.rank, other.rank);
        int high = Math.max(body.rank, other.rank);
        pairs[pairCount++] = ((long) low << 32) | high;
    }

    private static boolean isNear(Body body, Body other) {
        double dx = Math.abs(body.x - other.x);
        double dy = Math.abs(body.y - other.y);
        if (other.box) {
            return dx <= other.halfX + body.radius + REACH
                    && dy <= other.halfY + body.radius + REACH;
        }
        double reach = body.radius + other.radius + REACH;
        return dx * dx + dy * dy <= reach * reach;
    }

    static int cellOf(double coordinate, double cell) {
        return (int) Math.floor(coordinate / cell);
    }

    static int hash(int x, int y) {
        int h = x * 0x9E3779B1 + y * 0x85EBCA6B;
        return h ^ (h >>> 15);
    }

    /** The static bodies in a grid of their own, rebuilt only when they change. */
    private static final class StaticGrid {
        boolean dirty = true;
        private double size = 4;
        private int[] heads = new int[16];
        private Body[] entryBody = new Body[16];
        private int[] entryX = new int[16];
        private int[] entryY = new int[16];
        private int[] entryNext = new int[16];
        private int entryCount;
        private Body[] wide = new Body[0];
        private int wideCount;
        private int stamp;

        void rebuild(Body[] bodies, int count) {
            dirty = false;
            entryCount = 0;
            wideCount = 0;
            entryBody = new Body[16];
            entryX = new int[16];
            entryY = new int[16];
            entryNext = new int[16];
            wide = new Body[16];
            int statics = 0;
            double smallest = Double.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                if (bodies[i].isStatic()) {
                    statics++;
                    smallest = Math.min(smallest, Math.max(bodies[i].halfX, bodies[i].halfY));
                }
            }
            size = Math.clamp(smallest * 2, 2, 64);
            heads = new int[Math.max(16, Integer.highestOneBit(Math.max(1, statics * 4)) << 1)];
            Arrays.fill(heads, -1);
            for (int i = 0; i < count; i++) {
                if (bodies[i].isStatic()) {
                    insert(bodies[i]);
                }
            }
        }

        private void insert(Body body) {
            int x0 = cellOf(body.x - body.halfX, size);
            int x1 = cellOf(body.x + body.halfX, size);
            int y0 = cellOf(body.y - body.halfY, size);
            int y1 = cellOf(body.y + body.halfY, size);
            long cells = ((long) x1 - x0 + 1) * ((long) y1 - y0 + 1);
            if (cells > STATIC_CELLS_MAX) {
                if (wideCount == wide.length) {
                    wide = Arrays.copyOf(wide, wideCount * 2);
                }
                wide[wideCount++] = body;
                return;
            }
            for (int gx = x0; gx <= x1; gx++) {
                for (int gy = y0; gy <= y1; gy++) {
                    if (entryCount == entryBody.length) {
                        int room = entryCount * 2;
                        entryBody = Arrays.copyOf(entryBody, room);
                        entryX = Arrays.copyOf(entryX, room);
                        entryY = Arrays.copyOf(entryY, room);
                        entryNext = Arrays.copyOf(entryNext, room);
                    }
                    int slot = hash(gx, gy) & (heads.length - 1);
                    entryBody[entryCount] = body;
                    entryX[entryCount] = gx;
                    entryY[entryCount] = gy;
                    entryNext[entryCount] = heads[slot];
                    heads[slot] = entryCount++;
                }
            }
        }

        void forEachNear(Body body, double dx, double dy, StaticVisitor visit) {
            for (int i = 0; i < wideCount; i++) {
                visit.accept(wide[i], body);
            }
            if (entryCount == 0) {
                return;
            }
            double margin = body.radius + REACH;
            int x0 = cellOf(body.x + Math.min(dx, 0) - margin, size);
            int x1 = cellOf(body.x + Math.max(dx, 0) + margin, size);
            int y0 = cellOf(body.y + Math.min(dy, 0) - margin, size);
            int y1 = cellOf(body.y + Math.max(dy, 0) + margin, size);
            stamp++;
            if (((long) x1 - x0 + 1) * ((long) y1 - y0 + 1) > entryCount) {
                for (int e = 0; e < entryCount; e++) {
                    visitOnce(body, e, visit);
                }
                return;
            }
            for (int gx = x0; gx <= x1; gx++) {
                for (int gy = y0; gy <= y1; gy++) {
                    int slot = hash(gx, gy) & (heads.length - 1);
                    for (int e = heads[slot]; e >= 0; e = entryNext[e]) {
                        if (entryX[e] == gx && entryY[e] == gy) {
                            visitOnce(body, e, visit);
                        }
                    }
                }
            }
        }

        private void visitOnce(Body body, int entry, StaticVisitor visit) {
            Body other = entryBody[entry];
            if (other.seen != stamp) {
                other.seen = stamp;
                visit.accept(other, body);
            }
        }
    }
}
