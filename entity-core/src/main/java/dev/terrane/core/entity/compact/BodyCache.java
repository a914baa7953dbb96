package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bodies that lead to one state of one class, by the state they start from, one after the other in
 * one buffer. A body without bytes says that both states are equal, or is refused.
 */
final class BodyCache {
    private static final int BYTES = 32;
    private static final ByteSink NOTHING = new ByteSink(0);

    private final ByteSink bytes = new ByteSink(BYTES);
    private long[] keys = new long[1];
    private int[] ends = new int[1];
    private long[] works = new long[1];
    private final List<List<BodyChild>> children = new ArrayList<>(1);
    private final List<@Nullable Refusal> refusals = new ArrayList<>(1);
    private int size;

    /** Place of the body from a state, or -1. */
    int find(long key) {
        for (int i = size - 1; i >= 0; i--) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** All bodies. */
    ByteSink bytes() {
        return bytes;
    }

    /** The children that a body shows and its base does not. */
    List<BodyChild> children(int place) {
        return children.get(place);
    }

    /** What a body decodes to. */
    long work(int place) {
        return works[place];
    }

    /** Why there is no body at a place; null when there is one. */
    @Nullable Refusal refusal(int place) {
        return refusals.get(place);
    }

    /** Keeps why there is no body; returns its place. */
    int keep(long key, Refusal refusal) {
        int place = keep(key, NOTHING, List.of(), 0);
        refusals.set(place, refusal);
        return place;
    }

    /** Keeps a body; returns its place. */
    int keep(long key, ByteSink body, List<BodyChild> fresh, long work) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
            works = Arrays.copyOf(works, size * 2);
        }
        children.add(fresh);
        refusals.add(null);
        bytes.append(body);
        keys[size] = key;
        ends[size] = bytes.size();
        works[size] = work;
        size++;
        return size - 1;
    }

    int start(int place) {
        return place == 0 ? 0 : ends[place - 1];
    }

    int end(int place) {
        return ends[place];
    }

    boolean isEmpty(int place) {
        return start(place) == end(place);
    }

    void clear() {
        bytes.reset();
        children.clear();
        refusals.clear();
        size = 0;
    }
}
