package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a stream brings, as text. */
class Recorder implements EventHandler {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final List<String> seen = new CopyOnWriteArrayList<>();
    final List<String> disconnects = new CopyOnWriteArrayList<>();

    @Override
    public void onEvent(EventCursor cursor, ByteString payload) {
        seen.add(cursor.sequence() + " " + payload.toStringUtf8());
    }

    @Override
    public void onReset(EventCursor head, ResetCause cause) {
        seen.add(cause + " " + head.sequence());
    }

    @Override
    public void onDisconnect(String why) {
        disconnects.add(why);
    }

    void await(String last) {
        Await.untilAsserted(
                PATIENCE,
                last.substring(0, Math.min(last.length(), 40)),
                () -> {
                    String now = seen.isEmpty() ? "nothing" : seen.getLast();
                    if (!now.equals(last)) {
                        throw new AssertionError(
                                "last of %d is %.40s; disconnects %s"
                                        .formatted(seen.size(), now, disconnects));
                    }
                });
    }

    void awaitDisconnects(int count) {
        Await.until(PATIENCE, count + " disconnects", () -> disconnects.size() >= count);
    }
}
