package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.Version;

/**
 * What one peer knows of one chunk, and what is on its way to it. Answers and events come by
 * different ways, so either may overtake the other; revisions tell which is newer, except after a
 * <em>restatement</em>, when a world may be at lower ones than before. Then what was asked before
 * is of no known age, and whatever differs is told as changed. Owned by the stage's thread.
 */
final class ChunkStand {
    private boolean held;
    private Version now = Version.UNKNOWN;
    private boolean deleted;
    private boolean restated;
    private Gate gate = Gate.OPEN;
    private int images;
    private int edits;
    private long durableThrough;

    /** Whether the peer was sent the chunk and is to be told of its changes. */
    boolean isHeld() {
        return held;
    }

    /** Whether it counts as held: it is, or is about to be. */
    boolean isHeldOrAsked() {
        return held || images > 0;
    }

    /** Whether there is nothing to know any more. */
    boolean isIdle() {
        return !held && images == 0 && edits == 0;
    }

    /** The newest version that is known; unknown before the first. */
    Version now() {
        return now;
    }

    /** Whether the chunk is known to be deleted. */
    boolean isDeleted() {
        return deleted;
    }

    /** What it is flagged for, as far as events told while this stood. */
    Gate gate() {
        return gate;
    }

    /** Whether what is answered now may have been asked before a restatement. */
    boolean isRestated() {
        return restated;
    }

    void imageAsked() {
        images++;
    }

    void editAsked() {
        edits++;
    }

    void imageAnswered() {
        images--;
        answered();
    }

    void editAnswered() {
        edits--;
        answered();
    }

    private void answered() {
        if (edits == 0) {
            durableThrough = 0;
        }
        if (edits == 0 && images == 0) {
            restated = false;
        }
    }

    /** The peer has it from now on. */
    void hold() {
        held = true;
    }

    /** The peer has it no longer. */
    void release() {
        held = false;
        now = Version.UNKNOWN;
        deleted = false;
    }

    void flagged(Gate flagged) {
        gate = flagged;
    }

    /** All revisions up to this one are on disk; kept for answers that are on their way. */
    void durable(long revision) {
        if (edits > 0) {
            durableThrough = Math.max(durableThrough, revision);
        }
    }

    /** Whether an edit that is just answered was told to be durable before its answer came. */
    boolean isDurable(long revision) {
        return !restated && revision <= durableThrough;
    }

    /** An event tells of a version; false when it is known, or older than what is. */
    boolean changed(Version version, boolean gone) {
        boolean known =
                isKnown()
                        && (now.revision() > version.revision()
                                || (now.equals(version) && deleted == gone));
        if (known) {
            return false;
        }
        now = version;
        deleted = gone;
        return true;
    }

    /** It is this now, whatever was told before; false when that was known. */
    boolean restate(Version version, boolean gone) {
        restated = images + edits > 0;
        durableThrough = 0;
        boolean same =
                isKnown()
                        && deleted == gone
                        // The checksum of what is gone may be left out.
                        && (gone ? now.revision() == version.revision() : now.equals(version));
        now = version;
        deleted = gone;
        return !same;
    }

    /**
     * The peer is sent a version that was asked for; false when another is known to be the present
     * one.
     */
    boolean sent(Version version) {
        if (!isKnown() || (!restated && version.revision() >= now.revision())) {
            now = version;
            deleted = false;
            return true;
        }
        return now.equals(version);
    }

    private boolean isKnown() {
        return now.revision() > 0 || deleted;
    }
}
