package dev.terrane.core.session.physics;

import java.util.Arrays;

/**
 * Finds the pairs within reach: a hash grid over the moving bodies and one over the static ones
 * gives candidates somewhat farther apart, which serve until a body has moved half of that excess.
 * Whether a pair is reported depends on the two bodies alone, never on cells or on when candidates
 * were collected, so neither can leak into results or needs to be kept. Owned by its world.
 */
final class Broadphase {
    /**
     * Pairs with a smaller gap than this are reported. Larger than the distance a touching pair may
     * move before it is tested again, so an episode always ends by a test.
     */
    static final double REACH = 0.1;

    private static final double MOVING_RADIUS_MAX = 32;
    private static final int STATIC_CELLS_MAX = 1_024;

    private static final double SLACK_MIN = 0.1;
    private static final double SLACK_MAX = 2;

    private final int contactsMax;
    private long[] pairs = new long[64];
    private int pairCount;
    private long[] candidates = new long[64];
    private int candidateCount;
    private boolean fresh;
    private double slack;
    private double[] collectedX = new double[0];
    private double[] collectedY = new double[0];

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
        fresh = false;
    }

    /** To be called whenever a body comes, goes, is teleported or changes what it collides with. */
    void forgetPairs() {
        fresh = false;
    }

    /**
     * Collects pairs as {@code rankA << 32 | rankB}, ascending.
     *
     * @return their number, or -1 if there are more than allowed
     */
    int collect(Body[] bodies, int count) {
        if (!fresh || hasMoved(bodies, count)) {
            collectCandidates(bodies, count);
        }
        if (pairs.length < candidateCount) {
            pairs = new long[candidates.length];
        }
        pairCount = 0;
        for (int i = 0; i < candidateCount; i++) {
            long pair = candidates[i];
            if (isNear(bodies[(int) (pair >>> 32)], bodies[(int) pair], REACH)) {
                pairs[pairCount++] = pair;
            }
        }
        return pairCount > contactsMax ? -1 : pairCount;
    }

    /** Whether some body may have come within reach of one that is no candidate. */
    private boolean hasMoved(Body[] bodies, int count) {
        double bound = 0.25 * slack * slack;
        for (int i = 0; i < count; i++) {
            double dx = bodies[i].x - collectedX[i];
            double dy = bodies[i].y - collectedY[i];
            if (!(dx * dx + dy * dy <= bound)) {
                return true;
            }
        }
        return false;
    }

    private void collectCandidates(Body[] bodies, int count) {
        if (statics.dirty) {
            statics.rebuild(bodies, count);
        }
        double largest = largestMoving(bodies, count);
        slack = Math.clamp(largest, SLACK_MIN, SLACK_MAX);
        fresh = collectWithin(bodies, count, largest);
        if (!fresh) {
            // A crowd: candidates farther apart than needed would be too many to keep.
            slack = 0;
            collectWithin(bodies, count, largest);
        }
        PairSort.sort(candidates, candidateCount);
        if (collectedX.length < count) {
            collectedX = new double[bodies.length];
            collectedY = new double[bodies.length];
        }
        for (int i = 0; i < count; i++) {
            collectedX[i] = bodies[i].x;
            collectedY[i] = bodies[i].y;
        }
    }

    /** Collects pairs within reach and slack; false as soon as there are more than allowed. */
    private boolean collectWithin(Body[] bodies, int count, double largest) {
        candidateCount = 0;
        fillMoving(bodies, count, largest);
        for (int i = 0; i < count; i++) {
            if (bodies[i].isDynamic()) {
                collectMoving(bodies, count, i);
                statics.forEachNear(bodies[i], 0, 0, REACH + slack, addIfNear);
                if (candidateCount > contactsMax) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The pair collected at this place. */
    long pair(int place) {
        return pairs[place];
    }

    /** Static bodies whose box meets the swept box of the body, in no particular order. */
    void forEachStaticOnPath(Body body, double dx, double dy, StaticVisitor visit) {
        statics.forEachNear(body, dx, dy, REACH, visit);
    }

    /** Receives a static body and the body asked for. */
    interface StaticVisitor {
        void accept(Body other, Body body);
    }

    private static double largestMoving(Body[] bodies, int count) {
        double largest = 0;
        for (int i = 0; i < count; i++) {
            Body body = bodies[i];
            if (!body.isStatic() && body.radius <= MOVING_RADIUS_MAX) {
                largest = Math.max(largest, body.radius);
            }
        }
        return largest;
    }

    private void fillMoving(Body[] bodies, int count, double largest) {
        cell = 0.25;
        while (cell < 2 * largest + REACH + slack) {
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
        if (!isNear(body, other, REACH + slack) || !body.filter.collidesWith(other.filter)) {
            return;
        }
        if (candidateCount == candidates.length) {
            candidates = Arrays.copyOf(candidates, candidates.length * 2);
        }
        int low = Math.min(body.rank, other.rank);
        int high = Math.max(body.rank, other.rank);
        candidates[candidateCount++] = ((long) low << 32) | high;
    }

    private static boolean isNear(Body body, Body other, double within) {
        double dx = Math.abs(body.x - other.x);
        double dy = Math.abs(body.y - other.y);
        if (body.box || other.box) {
            // One of them is a circle, whose half sides are its radius.
            return dx <= other.halfX + body.halfX + within
                    && dy <= other.halfY + body.halfY + within;
        }
        double reach = body.radius + other.radius + within;
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

        void forEachNear(Body body, double dx, double dy, double within, StaticVisitor visit) {
            for (int i = 0; i < wideCount; i++) {
                visit.accept(wide[i], body);
            }
            if (entryCount == 0) {
                return;
            }
            double margin = body.radius + within;
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
