package dev.terrane.schema.registry;

import dev.terrane.schema.registry.channels.ChannelName;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a listener is told, as text: {@code published a@1}. */
public final class Heard implements PublicationListener {
    private final List<String> events = new ArrayList<>();

    /** What was told, in order. */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    @Override
    public synchronized void published(SchemaVersion version) {
        events.add("published " + version.id());
    }

    @Override
    public synchronized void moved(ChannelName channel, SchemaVersion version) {
        events.add("moved " + channel + " to " + version.id());
    }

    @Override
    public synchronized void retired(SchemaVersion version) {
        events.add((version.isRetired() ? "retired " : "restored ") + version.id());
    }
}
