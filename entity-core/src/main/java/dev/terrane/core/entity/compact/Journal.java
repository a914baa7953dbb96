package dev.terrane.core.entity.compact;

import java.util.Arrays;

/**
 * Which entities of one root changed with which flush, oldest first: who wants to know what changed
 * since a base asks only their histories.
 */
final class Journal {
    private long[] flushes = new long[8];
    private PublishedEntity[] entities = new PublishedEntity[8];
    private int[] counts = new int[8];
    private long[] sizes = new long[8];
    private int size;
    private long total;
    private long bytes;
    private long droppedThrough;

    /** A journal that begins with a flush. */
    Journal(long start) {
        this.droppedThrough = start;
    }

    int size() {
        return size;
    }

    /** Entries of all histories that are kept. */
    long total() {
        return total;
    }

    /** About how many bytes the histories of children hold on to. */
    long bytes() {
        return bytes;
    }

    /** The last flush whose entries are gone. */
    long droppedThrough() {
        return droppedThrough;
    }

    long flushAt(int position) {
        return flushes[position];
    }

    PublishedEntity entityAt(int position) {
        return entities[position];
    }

    /** The first entry of its history that an entity got with that flush. */
    int beginAt(int position) {
        return entities[position].history().size() - counts[position];
    }

    /** The first place of a flush after this one; the size when there is none. */
    int firstAfter(long flush) {
        int at = size;
        while (at > 0 && flushes[at - 1] > flush) {
            at--;
        }
        return at;
    }

    /** Notes that an entity's history got entries with a flush. */
    void note(long flush, PublishedEntity entity, int count) {
        if (size == flushes.length) {
            flushes = Arrays.copyOf(flushes, size * 2);
            entities = Arrays.copyOf(entities, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
            sizes = Arrays.copyOf(sizes, size * 2);
        }
        History history = entity.history();
        // The root's own history says for itself what it holds.
        sizes[size] =
                entity instanceof PublishedChild ? history.bytesFrom(history.size() - count) : 0;
        bytes += sizes[size];
        flushes[size] = flush;
        entities[size] = entity;
        counts[size] = count;
        size++;
        total += count;
    }

    /** Takes the last places back. */
    void truncate(int begin) {
        for (int i = begin; i < size; i++) {
            total -= counts[i];
            bytes -= sizes[i];
        }
        Arrays.fill(entities, begin, size, null);
        size = begin;
    }

    /** Forgets, in the histories too, what only bases before this flush need. */
    void keepFrom(long flush) {
        int gone = 0;
        while (gone < size && flushes[gone] <= flush) {
            entities[gone].history().keepFrom(flushes[gone]);
            total -= counts[gone];
            bytes -= sizes[gone];
            gone++;
        }
        if (gone > 0) {
            droppedThrough = flushes[gone - 1];
            int left = size - gone;
            System.arraycopy(flushes, gone, flushes, 0, left);
            System.arraycopy(entities, gone, entities, 0, left);
            System.arraycopy(counts, gone, counts, 0, left);
            System.arraycopy(sizes, gone, sizes, 0, left);
            Arrays.fill(entities, left, size, null);
            size = left;
        }
    }
}
