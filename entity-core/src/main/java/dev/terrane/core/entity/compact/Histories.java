package dev.terrane.core.entity.compact;

import java.util.Arrays;

/**
 * The roots that remember changes, and how much all of them hold on to. A root that changes again
 * drops what nobody needs by itself; the others are swept now and then, so that the cost of a flush
 * follows what changed.
 */
final class Histories {
    private static final int SPARE = 256;

    private final long bytesMax;
    private PublishedRoot[] roots = new PublishedRoot[16];
    private int count;
    private int sweepAt = SPARE;
    private long bytes;

    /** Of a stage that may hold on to that many bytes. */
    Histories(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** A flush looked at a root. */
    void note(PublishedRoot root) {
        // The usual case: it dropped as much as it took on.
        if (root.remembered() != root.counted() && weigh(root) > 0 && !root.setRemembering(true)) {
            if (count == roots.length) {
                roots = Arrays.copyOf(roots, count * 2);
            }
            roots[count] = root;
            count++;
        }
    }

    /** Nobody receives a root any more. */
    void forget(PublishedRoot root) {
        bytes -= root.setCounted(0);
    }

    /** Drops what only bases before a flush need, each time the number of roots has doubled. */
    void sweep(long floor) {
        if (count >= sweepAt) {
            drop(floor);
            sweepAt = count * 2 + SPARE;
        }
    }

    /**
     * Drops the older half of the time that is remembered, and again, until the bound holds. What
     * changed with the last flush always stays: by halves, because each time costs a look at all
     * roots that remember.
     */
    void bound(long last) {
        while (bytes > bytesMax) {
            long oldest = last;
            for (int i = 0; i < count; i++) {
                oldest = Math.min(oldest, roots[i].oldest());
            }
            if (oldest == last) {
                return;
            }
            drop(oldest + (last - oldest) / 2);
        }
    }

    /** About how many bytes all of them hold on to. */
    long bytes() {
        return bytes;
    }

    int size() {
        return count;
    }

    private void drop(long floor) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            PublishedRoot root = roots[i];
            root.keepFrom(floor);
            if (root.isRemembered() && root.classCount() > 0) {
                weigh(root);
                roots[left] = root;
                left++;
            } else {
                forget(root);
                root.setRemembering(false);
            }
        }
        Arrays.fill(roots, left, count, null);
        count = left;
    }

    private long weigh(PublishedRoot root) {
        long now = root.remembered();
        bytes += now - root.setCounted(now);
        return now;
    }
}
