package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a session has to do to have the boxes of its room as it is now. The commands are the host's:
 * their source names the chunk that changed, {@code room-<cx>-<cy>} with {@code n} for a minus, and
 * their sequence is that chunk's revision times 2²¹ plus 0, 1, 2…, removals before spawns, both by
 * id. When several chunks changed since the session last looked, all commands go under the first of
 * them. The same room and the same session always give the same commands.
 *
 * @param ids ids of the commands
 * @param operations what they do
 * @param pins what changes of the chunks the boxes come from
 */
record ColliderChange(
        List<CommandId.Host> ids, List<Operation> operations, List<SessionStore.PinChange> pins) {
    private static final int PLACE_BITS = 21;

    ColliderChange {
        ids = List.copyOf(ids);
        operations = List.copyOf(operations);
        pins = List.copyOf(pins);
    }

    private record ChunkAt(int cx, int cy, int cz) implements Comparable<ChunkAt> {
        private static final Comparator<ChunkAt> ORDER =
                Comparator.comparingInt(ChunkAt::cz)
                        .thenComparingInt(ChunkAt::cy)
                        .thenComparingInt(ChunkAt::cx);

        static ChunkAt of(RoomColliders.PinnedChunk pin) {
            return new ChunkAt(pin.cx(), pin.cy(), pin.cz());
        }

        String source() {
            return HostSources.ROOM_PREFIX + signed(cx) + "-" + signed(cy);
        }

        private static String signed(int coordinate) {
            return coordinate < 0 ? "n" + -(long) coordinate : String.valueOf(coordinate);
        }

        @Override
        public int compareTo(ChunkAt other) {
            return ORDER.compare(this, other);
        }
    }

    /** A chunk that differs from its pin, with the revision it has now. */
    private record Changed(ChunkAt at, long revision, RoomColliders.@Nullable PinnedChunk pin) {}

    /**
     * The change from the chunks pinned to the room as it is; empty when nothing differs.
     *
     * @throws IllegalStateException if chunks differ but none of them went on: the room is older
     *     than what the session has seen
     */
    static ColliderChange between(
            Session session, List<RoomColliders.PinnedChunk> pinned, RoomColliders.Colliders room) {
        List<Changed> changed = changed(pinned, room.pinned());
        if (changed.isEmpty()) {
            return new ColliderChange(List.of(), List.of(), List.of());
        }
        List<Operation> operations = operations(session, room.boxes());
        List<CommandId.Host> ids =
                operations.isEmpty() ? List.of() : ids(session, changed, operations.size());
        List<SessionStore.PinChange> pins =
                changed.stream()
                        .map(c -> new SessionStore.PinChange(c.at.cx, c.at.cy, c.at.cz, c.pin))
                        .toList();
        return new ColliderChange(ids, operations, pins);
    }

    boolean isEmpty() {
        return pins.isEmpty();
    }

    private static List<Changed> changed(
            List<RoomColliders.PinnedChunk> pinned, List<RoomColliders.PinnedChunk> now) {
        Map<ChunkAt, RoomColliders.PinnedChunk> before = new HashMap<>();
        pinned.forEach(pin -> before.put(ChunkAt.of(pin), pin));
        TreeMap<ChunkAt, Changed> changed = new TreeMap<>();
        for (RoomColliders.PinnedChunk pin : now) {
            ChunkAt at = ChunkAt.of(pin);
            if (!pin.equals(before.remove(at))) {
                changed.put(at, new Changed(at, pin.revision(), pin));
            }
        }
        // A chunk that is gone: its deletion has the revision after the one seen last.
        before.forEach((at, pin) -> changed.put(at, new Changed(at, pin.revision() + 1, null)));
        return List.copyOf(changed.values());
    }

    private static List<CommandId.Host> ids(Session session, List<Changed> changed, int count) {
        for (Changed each : changed) {
            String source = each.at.source();
            long first = Math.max(1, each.revision << PLACE_BITS);
            if (first > session.watermark(source)) {
                List<CommandId.Host> ids = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    ids.add(new CommandId.Host(source, first + i));
                }
                return ids;
            }
        }
        throw new IllegalStateException(
                "the room went back: " + changed.getFirst() + " was applied before");
    }

    private static List<Operation> operations(Session session, List<BodyDefinition> boxes) {
        TreeMap<BodyId, BodyDefinition> wanted = new TreeMap<>();
        boxes.forEach(box -> wanted.put(box.id(), box));
        List<Operation> operations = new ArrayList<>();
        session.forEachBody(
                body -> {
                    if (body.id().value().startsWith(RoomColliders.BODY_PREFIX)
                            && !isKept(body, wanted)) {
                        operations.add(new Operation.Remove(body.id()));
                    }
                });
        wanted.values().forEach(box -> operations.add(new Operation.Spawn(box)));
        if (operations.size() >= 1 << PLACE_BITS) {
            throw new IllegalStateException("too many boxes change: " + operations.size());
        }
        return operations;
    }

    /** Takes a box out of what is wanted if the session has it as it shall be. */
    private static boolean isKept(BodyView body, TreeMap<BodyId, BodyDefinition> wanted) {
        if (body.toState().definition().equals(wanted.get(body.id()))) {
            wanted.remove(body.id());
            return true;
        }
        return false;
    }
}
