package dev.terrane.support.drain;

import java.util.List;

/**
 * How a drain ended.
 *
 * @param requestsLeft requests still running when the grace period ended
 * @param listenersLeft names of listeners that had not finished or had failed by then
 */
public record DrainReport(int requestsLeft, List<String> listenersLeft) {
    public DrainReport {
        listenersLeft = List.copyOf(listenersLeft);
    }

    /** Nothing was cut off. */
    public boolean isClean() {
        return requestsLeft == 0 && listenersLeft.isEmpty();
    }
}
