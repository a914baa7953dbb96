package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the parts of a frame until the last one has come.
 *
 * <p>The next number is the last applied one plus one. A lower one was applied before and is
 * ignored whole; a higher one means that something is lost, which ends the connection.
 */
final class FrameBuffer {
    private static final int PARTS_MAX = 3;

    private final List<ServerMessage> parts = new ArrayList<>(PARTS_MAX);
    private long applied;

    /** The whole frame, when this was its last part; duplicates give nothing. */
    Optional<List<ServerMessage>> add(ServerMessage part) {
        if (Long.compareUnsigned(part.getFrame(), applied) <= 0) {
            return Optional.empty();
        }
        if (part.getFrame() != applied + 1) {
            throw new ProtocolFaultException(
                    "frame "
                            + Long.toUnsignedString(part.getFrame())
                            + " after "
                            + applied
                            + ": frames are lost");
        }
        if (parts.size() == PARTS_MAX
                || (!parts.isEmpty() && order(part) <= order(parts.getLast()))) {
            throw new ProtocolFaultException("parts of frame " + part.getFrame() + " out of order");
        }
        parts.add(part);
        if (!part.getLastOfFrame()) {
            return Optional.empty();
        }
        List<ServerMessage> whole = List.copyOf(parts);
        parts.clear();
        applied++;
        return Optional.of(whole);
    }

    boolean isDuplicate(ServerMessage part) {
        return Long.compareUnsigned(part.getFrame(), applied) <= 0;
    }

    /** The last frame that is whole. */
    long applied() {
        return applied;
    }

    private static int order(ServerMessage part) {
        return switch (part.getBodyCase()) {
            case CONTROL -> 1;
            case STATE -> 2;
            case EVENTS -> 3;
            default ->
                    throw new ProtocolFaultException(
                            part.getBodyCase() + " inside frame " + part.getFrame());
        };
    }
}
