package dev.terrane.gateway.live;

/** What a stage tells about its running. Called on the stage's thread; must be quick. */
public interface StageMetrics {
    /** Counts nothing. */
    StageMetrics NONE =
            new StageMetrics() {
                @Override
                public void tickDone(long nanos) {}

                @Override
                public void ticksSkipped(long ticks) {}

                @Override
                public void peersChanged(int delta) {}
            };

    /** A tick took this long. */
    void tickDone(long nanos);

    /** The timer came again before the last tick was done. */
    void ticksSkipped(long ticks);

    /** Peers came (positive) or left. */
    void peersChanged(int delta);
}
