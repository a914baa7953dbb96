package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a stream brings, as text. */
class Recorder implements EventHandler {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

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
        Await.until(
                PATIENCE,
                last + " in " + seen + " " + disconnects,
                () -> !seen.isEmpty() && seen.getLast().equals(last));
    }

    void awaitDisconnects(int count) {
        Await.until(PATIENCE, count + " disconnects", () -> disconnects.size() >= count);
    }
}
