package dev.terrane.gateway.live;

import dev.terrane.rpc.error.ErrorCode;

/**
 * The way out to one peer: non-blocking, one bounded queue. Messages leave in the order given. What
 * is queued, and what was sent in frames and is not acknowledged, is the peer's <em>debt</em>;
 * above the hard bound the channel closes itself. For all threads.
 */
public interface PeerChannel {
    /**
     * Queues one message outside frames. After close it does nothing.
     *
     * @param message not changed afterwards
     */
    void send(byte[] message);

    /**
     * Queues one message of a frame, which the peer will acknowledge by its number.
     *
     * @param message not changed afterwards
     * @param frame number of the frame, not below earlier ones
     */
    void sendFramed(byte[] message, long frame);

    /**
     * Notes that the peer has applied every frame up to this one.
     *
     * @return false when such a frame was never sent
     */
    boolean acknowledge(long frame);

    /** What the peer owes now. */
    Debt debt();

    /** Closes with the error's close code after what is queued; the peer gets 1 s to take it. */
    void close(ErrorCode error, String text);

    /** Closes with a standard code (1000, 1012) after what is queued. */
    void close(int code, String text);

    /** Whether the channel takes messages. */
    boolean isOpen();

    /**
     * What a peer owes.
     *
     * @param bytes queued bytes and unacknowledged bytes of frames
     * @param ageMillis since the oldest of them was handed in
     */
    record Debt(long bytes, long ageMillis) {}

    /**
     * Bounds of debt.
     *
     * @param softBytes above it state is held back
     * @param softMillis older than it, state is held back
     * @param hardBytes above it the channel closes
     * @param hardMillis older than it, the channel closes
     */
    record Limits(long softBytes, long softMillis, long hardBytes, long hardMillis) {
        public Limits {
            if (softBytes < 1
                    || softMillis < 1
                    || hardBytes < softBytes
                    || hardMillis < softMillis) {
                throw new IllegalArgumentException(
                        "bounds must be positive and hard at least soft: %d B, %d ms, %d B, %d ms"
                                .formatted(softBytes, softMillis, hardBytes, hardMillis));
            }
        }

        /** 64 KiB or 1 s; 256 KiB or 10 s. */
        public static Limits defaults() {
            return new Limits(64 << 10, 1_000, 256 << 10, 10_000);
        }

        /** Whether state is held back from a peer of this debt. */
        public boolean isCongested(Debt debt) {
            return debt.bytes() > softBytes || debt.ageMillis() > softMillis;
        }
    }
}
