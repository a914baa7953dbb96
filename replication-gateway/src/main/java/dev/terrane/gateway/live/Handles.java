package dev.terrane.gateway.live;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Handles of one peer's streams: dense from 1 upwards, the lowest free one first; one that a frame
 * frees is not given again in that frame. Owned by the stage's thread.
 */
final class Handles {
    private final PriorityQueue<Integer> free = new PriorityQueue<>();
    private final List<Integer> freedInFrame = new ArrayList<>();
    private int highest;

    int take() {
        Integer lowest = free.poll();
        return lowest != null ? lowest : ++highest;
    }

    void release(int handle) {
        freedInFrame.add(handle);
    }

    void frameEnded() {
        free.addAll(freedInFrame);
        freedInFrame.clear();
    }
}
