package dev.terrane.rpc.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection that is closed in two steps. A socket with bytes nobody read is closed by a reset,
 * at which the client throws away what it has not read yet: the refusal of a body it is still
 * sending, or the close frame that says why. So output is shut first, and what still comes is read
 * and dropped until the client has closed too, within {@link LingerLimits}.
 *
 * <pre>
 * OPEN       as any other
 * LINGERING  closed for everybody here; the client may still be sending
 * CLOSED
 * </pre>
 */
final class LingeringEndPoint extends SocketChannelEndPoint {
    private static final int SLICE_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 32 << 10;
    private static final long LOOK_FIRST_MILLIS = 5;
    private static final long LOOK_MAX_MILLIS = 160;

    private final ManagedSelector selector;
    private final LingeringConnector connector;
    private volatile boolean isLingering;
    private long untilNanos;
    private long lookMillis = LOOK_FIRST_MILLIS;
    private long dropped;

    LingeringEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            LingeringConnector connector) {
        super(channel, selector, key, scheduler);
        this.selector = selector;
        this.connector = connector;
    }

    @Override
    public boolean isOpen() {
        return !isLingering && super.isOpen();
    }

    @Override
    public void doClose() {
        isLingering = true;
        try {
            getChannel().shutdownOutput();
            untilNanos = System.nanoTime() + connector.limits().timeMax().toNanos();
            if (!isAtEnd() && connector.linger(this)) {
                return;
            }
        } catch (IOException e) {
            // The client is gone; nobody is left to read anything.
        }
        super.doClose();
    }

    /** Looks whether the client has closed. Called by the scheduler, one call at a time. */
    void look() {
        long droppedBefore = dropped;
        boolean isOver;
        try {
            isOver =
                    isAtEnd()
                            || dropped > connector.limits().bytesMax()
                            || System.nanoTime() - untilNanos > 0
                            || !getChannel().isOpen();
        } catch (IOException e) {
            isOver = true;
        }
        lookMillis =
                dropped > droppedBefore
                        ? LOOK_FIRST_MILLIS
                        : Math.min(lookMillis * 2, LOOK_MAX_MILLIS);
        if (isOver || !schedule()) {
            end();
        }
    }

    /** Plans the next look; false when the scheduler takes nothing any more. */
    boolean schedule() {
        try {
            return getScheduler().schedule(this::look, lookMillis, TimeUnit.MILLISECONDS) != null;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Closes it for good. For all threads. */
    void end() {
        connector.ended(this);
        super.doClose();
        // A closed channel keeps its descriptor until its selector has looked at it.
        selector.submit(_ -> {});
    }

    /** Reads and drops what is there; true when the client will send no more. */
    private boolean isAtEnd() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        for (long bytes = 0; bytes < SLICE_BYTES; ) {
            int read = getChannel().read(buffer.clear());
            if (read <= 0) {
                return read < 0;
            }
            bytes += read;
            dropped += read;
        }
        return false;
    }
}
