package dev.terrane.core.entity.compact;

import java.util.Arrays;

/**
 * The roots that remember changes. A root that changes again drops what nobody needs by itself; the
 * others are swept now and then, so that the cost of a flush follows what changed.
 */
final class Histories {
    private static final int SPARE = 256;

    private PublishedRoot[] roots = new PublishedRoot[16];
    private int count;
    private int sweepAt = SPARE;

    void add(PublishedRoot root) {
        if (!root.setRemembering(true)) {
            if (count == roots.length) {
                roots = Arrays.copyOf(roots, count * 2);
            }
            roots[count] = root;
            count++;
        }
    }

    /** Drops what only bases before a flush need, each time the number of roots has doubled. */
    void sweep(long floor) {
        if (count < sweepAt) {
            return;
        }
        int left = 0;
        for (int i = 0; i < count; i++) {
            PublishedRoot root = roots[i];
            root.keepFrom(floor);
            if (root.isRemembered() && root.classCount() > 0) {
                roots[left] = root;
                left++;
            } else {
                root.setRemembering(false);
            }
        }
        Arrays.fill(roots, left, count, null);
        count = left;
        sweepAt = left * 2 + SPARE;
    }

    int size() {
        return count;
    }
}
