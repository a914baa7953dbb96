package dev.terrane.gateway.live;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the session's steps wait for the stage's next tick: the latest pose of each body and all
 * facts, in order. For all threads. Poses are bounded by the session's bodies; facts by a limit,
 * above which the oldest are dropped and counted.
 */
public final class StepInbox {
    private final int factsMax;
    private Map<String, Pose> poses = new LinkedHashMap<>();
    private List<ContactFact> facts = new ArrayList<>();
    private long dropped;

    /**
     * @param factsMax facts that may wait for a tick
     */
    public StepInbox(int factsMax) {
        this.factsMax = factsMax;
    }

    /** Adds one step. */
    public synchronized void add(Map<String, Pose> changed, List<ContactFact> stepFacts) {
        poses.putAll(changed);
        facts.addAll(stepFacts);
        int over = facts.size() - factsMax;
        if (over > 0) {
            facts.subList(0, over).clear();
            dropped += over;
        }
    }

    /** Takes everything that waits. */
    synchronized Steps drain() {
        Steps taken = new Steps(poses, facts, dropped);
        poses = new LinkedHashMap<>();
        facts = new ArrayList<>();
        dropped = 0;
        return taken;
    }

    /**
     * Where a body is.
     *
     * @param x metres
     * @param y metres
     * @param angle radians
     */
    public record Pose(double x, double y, double angle) {}

    /**
     * What waited.
     *
     * @param poses latest pose by body id
     * @param facts contacts in order
     * @param dropped facts that found no room
     */
    record Steps(Map<String, Pose> poses, List<ContactFact> facts, long dropped) {}
}
